// Finds the chains on which a contract wallet is deployed, so that its user can switch to one.
import { ChainUnavailableError } from '@countersign/proof/chain-reader'
import type { ContractCall, Hex } from '@countersign/proof/chain-reader'
import type { ConfiguredChain, ConfiguredChains } from '../../platform/chain-settings.ts'

export interface ChainIdAndName {
  id: string
  name: string
}

/** In the order of the settings. A chain that is not read counts as one without the contract. */
export async function findOtherChainsWithContract(
  chains: ConfiguredChains,
  {
    address,
    exceptChainId,
    tryChargeRead,
  }: { address: string; exceptChainId: string; tryChargeRead: () => Promise<boolean> },
): Promise<ChainIdAndName[]> {
  const others: ConfiguredChain[] = []
  for (const chain of chains.values()) {
    if (chain.settings.id === exceptChainId) continue
    if (!(await tryChargeRead())) break
    others.push(chain)
  }
  const found = await Promise.all(others.map((chain) => hasContract(chain, address)))
  return others.flatMap(({ settings: { id, name } }, index) => (found[index] === true ? [{ id, name }] : []))
}

/** Only shows whether there is code. Without data, this would be a read of the balance. */
const isValidSignatureSelector: Hex = '0x1626ba7e'

async function hasContract(chain: ConfiguredChain, address: string): Promise<boolean> {
  const call: ContractCall = { to: address.toLowerCase() as Hex, data: isValidSignatureSelector }
  try {
    const [result] = (await chain.read([call])).results
    if (result === undefined || result.outcome === 'no-code') return false
    // A delegated key (EIP-7702) is a contract wallet only where its contract may sign for it.
    return result.code.delegate === null || chain.settings.allowDelegates
  } catch (error) {
    if (error instanceof ChainUnavailableError) return false
    throw error
  }
}
