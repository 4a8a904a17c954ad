// The contract that a name (ENS) leads to on a chain, looked up once, when a rule is made. The name is kept beside the address for people to
// read; what the rule means is the address.
import { ChainUnavailable } from '@countersign/proof/chain-reader'
import type { Answer, Hex, Question } from '@countersign/proof/chain-reader'
import type { Chains } from '../../platform/chain-settings.ts'
import { namehash } from '../ens/namehash.ts'
import { loadNormalize } from '../ens/read-name.ts'
import { addressIn, askAddress, askResolver } from '../ens/resolver-calls.ts'

/**
 * @param chain the one on which the contract is
 * @returns in lower case; null where the name leads nowhere there
 * @throws ChainUnavailable
 */
export async function findContract(chains: Chains, chain: string, name: string): Promise<string | null> {
  const registrar = [...chains.values()].find(({ settings }) => settings.ensRegistry !== null)
  if (registrar === undefined || !(await isNormal(name))) return null
  const ask = async (question: Question): Promise<Answer | undefined> =>
    (await registrar.read([question], { at: 'finalized' })).answers[0]
  const node = namehash(name)
  const registered = await ask(askResolver(registrar.settings.ensRegistry as Hex, node))
  if (registered?.outcome === 'no-code') throw new ChainUnavailable('there is no registry of names at ensRegistry')
  const resolver = addressIn(registered)
  if (resolver === null) return null
  if (chain === registrar.settings.id) return addressIn(await ask(askAddress(resolver, node)))
  return addressOnChain(await ask(askAddressOn(resolver, node, chain)))
}

/** ENSIP-15: what is looked up is what is shown. */
async function isNormal(name: string): Promise<boolean> {
  const normalize = await loadNormalize()
  try {
    return normalize(name) === name
  } catch {
    return false
  }
}

/** ENSIP-11: of another EVM chain, by its coin type; the selector is that of addr(bytes32,uint256). */
const askAddressOn = (resolver: Hex, node: Hex, chain: string): Question => ({
  to: resolver,
  data: `0xf1cb7e06${node.slice(2)}${(0x8000_0000n | BigInt(chain)).toString(16).padStart(64, '0')}`,
})

/** Bytes of an address behind their offset and length. */
function addressOnChain(answer: Answer | undefined): string | null {
  if (answer?.outcome !== 'answered') return null
  const [, found] = /^0x0{62}200{62}14([0-9a-f]{40})0{24}$/i.exec(answer.data) ?? []
  return found === undefined || /^0+$/.test(found) ? null : `0x${found.toLowerCase()}`
}
