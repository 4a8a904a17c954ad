import { ChainUnavailableError } from '@countersign/proof/chain-reader'
import type { ContractCallResult, Hex, ContractCall } from '@countersign/proof/chain-reader'
import type { ConfiguredChains } from '../../platform/chain-settings.ts'
import { namehash } from '../ens/namehash.ts'
import { loadEnsNormalize } from '../ens/reverse-resolve-ens-name.ts'
import {
  decodeAddressCallResult,
  encodeEnsAddressCall,
  encodeEnsRegistryResolverCall,
} from '../ens/ens-resolver-calls.ts'

/** In lower case; null if there is none. @throws ChainUnavailableError */
export async function resolveEnsNameToContractAddress(
  chains: ConfiguredChains,
  chain: string,
  name: string,
): Promise<string | null> {
  const registrar = [...chains.values()].find(({ settings }) => settings.ensRegistry !== null)
  if (registrar === undefined || !(await isNormalizedName(name))) return null
  const ask = async (question: ContractCall): Promise<ContractCallResult | undefined> =>
    (await registrar.read([question], { blockTag: 'finalized' })).results[0]
  const node = namehash(name)
  const registered = await ask(encodeEnsRegistryResolverCall(registrar.settings.ensRegistry as Hex, node))
  if (registered?.outcome === 'no-code')
    throw new ChainUnavailableError('no ENS registry contract at the address in ensRegistry')
  const resolver = decodeAddressCallResult(registered)
  if (resolver === null) return null
  if (chain === registrar.settings.id) return decodeAddressCallResult(await ask(encodeEnsAddressCall(resolver, node)))
  return decodeAddressOnChain(await ask(encodeAddrOnChainCall(resolver, node, chain)))
}

/** Only a normalized name is looked up, so that it is the same as the displayed name (ENSIP-15). */
async function isNormalizedName(name: string): Promise<boolean> {
  const normalize = await loadEnsNormalize()
  try {
    return normalize(name) === name
  } catch {
    return false
  }
}

/** Calls addr(bytes32,uint256) with the coin type of another EVM chain (ENSIP-11). */
const encodeAddrOnChainCall = (resolver: Hex, node: Hex, chain: string): ContractCall => ({
  to: resolver,
  data: `0xf1cb7e06${node.slice(2)}${(0x8000_0000n | BigInt(chain)).toString(16).padStart(64, '0')}`,
})

function decodeAddressOnChain(answer: ContractCallResult | undefined): string | null {
  if (answer?.outcome !== 'answered') return null
  const [, found] = /^0x0{62}200{62}14([0-9a-f]{40})0{24}$/i.exec(answer.data) ?? []
  return found === undefined || /^0+$/.test(found) ? null : `0x${found.toLowerCase()}`
}
