// Signers for wallets of any chain family, for tests that cover all of them.
import type { ChainNamespace } from '@countersign/message'
import { createBitcoinTestKey, signBitcoinMessage } from './bitcoin-test-keys.ts'
import type { BitcoinAddressKind } from './bitcoin-test-keys.ts'
import { createSolanaTestKey, signSolanaMessage } from './solana-test-keys.ts'
import { createEthereumTestKey, signEthereumMessage } from './ethereum-test-keys.ts'
import type { EthereumTestKey } from './ethereum-test-keys.ts'

export interface TestWalletSigner {
  namespace: ChainNamespace
  address: string
  sign: (text: string) => string
}

export function createEthereumTestSigner(key: EthereumTestKey): TestWalletSigner {
  return { namespace: 'eip155', address: key.address, sign: (text) => signEthereumMessage(key, text) }
}

export function createSolanaTestSigner(number: number): TestWalletSigner {
  const key = createSolanaTestKey(number)
  return { namespace: 'solana', address: key.address, sign: (text) => signSolanaMessage(key, text) }
}

/** Signatures have a prefix, and the full form if the address requires it. */
export function createBitcoinTestSigner(
  number: number,
  kind: BitcoinAddressKind = 'p2wpkh',
  network: 'mainnet' | 'testnet' = 'mainnet',
): TestWalletSigner {
  const key = createBitcoinTestKey(number, kind, network)
  const form = kind === 'p2sh-p2wpkh' ? 'full' : 'simple'
  return { namespace: 'bip122', address: key.address, sign: (text) => signBitcoinMessage(key, text, form, true) }
}

export const createTestWalletSigners = (number: number): Record<ChainNamespace, TestWalletSigner> => ({
  eip155: createEthereumTestSigner(createEthereumTestKey(number)),
  solana: createSolanaTestSigner(number),
  bip122: createBitcoinTestSigner(number),
})
