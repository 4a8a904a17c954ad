// Many questions in one call, where chains have the contract for it.
import type { Address } from 'viem'
import { deployTestContractAt } from './smart-contract-fixtures.ts'
import type { LocalEthereumChain } from './local-ethereum-chain.ts'

/** Where Multicall3 is on nearly every chain. */
export const multicall3Address: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'

/** Puts a contract with Multicall3's `aggregate3` where it is on other chains; a local chain is without it at first. */
export async function installMulticall3(chain: LocalEthereumChain): Promise<void> {
  await deployTestContractAt(chain, multicall3Address, 'Multicall')
}
