// Invents wallets of every chain family.
import { encodeBase58 } from '@countersign/message'
import { createHash } from 'node:crypto'
import type { ProofMethod, WalletsTable } from '../platform/database/schema.ts'
import type { Choices } from './seed-choices.ts'

export type InventedWallet = Pick<WalletsTable, 'namespace' | 'kind' | 'chain_reference' | 'address'>

/** As many of a hundred plain keys as an ordinary site might have of each chain family. */
export const ordinaryShares: KeyShares = { eip155: 80, solana: 12, bip122: 8 }

/** Of Ethereum alone: its addresses can be copied with other digits, where those of others have a checksum or are a key (multiply-people.ts). */
export const onlyEthereum: KeyShares = { eip155: 100, solana: 0, bip122: 0 }

export type KeyShares = Readonly<Record<WalletsTable['namespace'], number>>

export function inventWallet(choices: Choices, shares: KeyShares): InventedWallet {
  if (choices.percent(8))
    return {
      namespace: 'eip155',
      kind: 'contract',
      chain_reference: choices.one(['1', '10', '8453']),
      address: `0x${choices.hex(20)}`,
    }
  const namespace = choices.weighted(shares)
  return { namespace, kind: 'key', chain_reference: null, address: addresses[namespace](choices) }
}

const addresses: Readonly<Record<WalletsTable['namespace'], (choices: Choices) => string>> = {
  eip155: (choices) => `0x${choices.hex(20)}`,
  solana: (choices) => encodeBase58(Buffer.from(choices.hex(32), 'hex')),
  bip122: (choices) => payToHash(Buffer.from(choices.hex(20), 'hex')),
}

/** P2PKH, which is the hash of a key with a byte before it and a checksum behind it (base58check). */
function payToHash(hash: Buffer): string {
  const versioned = Buffer.concat([Buffer.of(0), hash])
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
  return encodeBase58(Buffer.concat([versioned, sha256(sha256(versioned)).subarray(0, 4)]))
}

/** What would have verified a proof of this wallet. */
export function methodOf({ namespace, kind }: Pick<InventedWallet, 'namespace' | 'kind'>): ProofMethod {
  if (kind === 'contract') return 'erc1271'
  return ({ eip155: 'ecdsa', solana: 'ed25519', bip122: 'bip322' } as const)[namespace]
}
