// Installs Multicall3 on a local chain.
import type { Address } from 'viem'
import { deployTestContractAt } from './smart-contract-fixtures.ts'
import type { LocalEthereumChain } from './local-ethereum-chain.ts'

/** The address of Multicall3 on nearly every chain. */
export const multicall3Address: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'

export async function installMulticall3(chain: LocalEthereumChain): Promise<void> {
  await deployTestContractAt(chain, multicall3Address, 'Multicall')
}
