// Somebody who signs, of whichever chain family: what tests that are about all of them share.
import type { NamespaceName } from '@countersign/message'
import { createBitcoinKey, signBitcoin } from './bitcoin-keys.ts'
import type { BitcoinKind } from './bitcoin-keys.ts'
import { createSolanaKey, signSolana } from './solana-keys.ts'
import { createTestKey, signMessage } from './test-keys.ts'
import type { TestKey } from './test-keys.ts'

export interface Signer {
  namespace: NamespaceName
  address: string
  sign: (text: string) => string
}

export function ethereumSigner(key: TestKey): Signer {
  return { namespace: 'eip155', address: key.address, sign: (text) => signMessage(key, text) }
}

export function solanaSigner(number: number): Signer {
  const key = createSolanaKey(number)
  return { namespace: 'solana', address: key.address, sign: (text) => signSolana(key, text) }
}

/** An address of any kind signs as it can: with a prefix, and what needs the whole transaction with that. */
export function bitcoinSigner(
  number: number,
  kind: BitcoinKind = 'p2wpkh',
  network: 'mainnet' | 'testnet' = 'mainnet',
): Signer {
  const key = createBitcoinKey(number, kind, network)
  const form = kind === 'p2sh-p2wpkh' ? 'full' : 'simple'
  return { namespace: 'bip122', address: key.address, sign: (text) => signBitcoin(key, text, form, true) }
}

/** One of each, with this number. */
export const signersOf = (number: number): Record<NamespaceName, Signer> => ({
  eip155: ethereumSigner(createTestKey(number)),
  solana: solanaSigner(number),
  bip122: bitcoinSigner(number),
})
