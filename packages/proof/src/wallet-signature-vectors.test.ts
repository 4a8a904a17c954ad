// Signatures that wallets made, from the public tests and documents named in each vector.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { verifyBitcoinSignature, verifyEthereumKeySignature, verifySolanaSignature } from './index.ts'

interface WalletSignatureVector {
  readonly wallet: string
  readonly source: string
  readonly method: 'bip137' | 'bip322' | 'ecdsa' | 'ed25519'
  readonly accepted: boolean
  readonly address: string
  readonly message: string
  readonly signature: string
}

const vectors = JSON.parse(
  readFileSync(join(import.meta.dirname, '../vectors/wallets/wallet-signatures.json'), 'utf8'),
) as readonly WalletSignatureVector[]

const verify = {
  bip137: verifyBitcoinSignature,
  bip322: verifyBitcoinSignature,
  ecdsa: verifyEthereumKeySignature,
  ed25519: verifySolanaSignature,
}

test.each(vectors)('$wallet: $method signature of $address, accepted: $accepted ($source)', (vector) => {
  const { method, accepted, address, message, signature } = vector
  const proof = verify[method](message, signature, address)
  if (accepted) expect(proof).toEqual({ outcome: 'verified', method })
  else expect(proof.outcome).toBe('refused')
})

test('has signatures of every supported kind, and of wallets that people use', () => {
  const wallets = vectors.filter(({ accepted }) => accepted).map(({ wallet }) => wallet)
  for (const name of [
    'Trezor',
    'Ledger',
    'Electrum',
    'Sparrow',
    'Leather',
    'Phantom',
    'MetaMask',
    'UniSat',
    'Solflare',
  ])
    expect(wallets.some((wallet) => wallet.startsWith(name))).toBe(true)
})
