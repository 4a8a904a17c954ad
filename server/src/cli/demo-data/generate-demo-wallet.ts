import { encodeBase58 } from '@countersign/message'
import { createHash } from 'node:crypto'
import type { WalletProofMethod } from '../../platform/database/database-column-types.ts'
import type { WalletsTable } from '../../platform/database/database-schema.ts'
import type { DemoDataRandomPicker } from './random-demo-data-samples.ts'

export type DemoWallet = Pick<WalletsTable, 'namespace' | 'kind' | 'chain_reference' | 'address'>

export type PickDemoWalletChainFamily = (choices: DemoDataRandomPicker) => WalletsTable['namespace']

export const pickDemoChainFamily: PickDemoWalletChainFamily = (choices) =>
  choices.pickWeighted({ eip155: 80, solana: 12, bip122: 8 })

/** clone-people-in-test-database.ts changes digits, which breaks checksums of other families. */
export const alwaysPickEthereumChainFamily: PickDemoWalletChainFamily = () => 'eip155'

export function generateDemoWallet(
  choices: DemoDataRandomPicker,
  kind: WalletsTable['kind'],
  drawFamily: PickDemoWalletChainFamily,
): DemoWallet {
  if (kind === 'contract') {
    const chain_reference = choices.pickOne(['1', '10', '8453'])
    return { namespace: 'eip155', kind, chain_reference, address: addresses.eip155(choices) }
  }
  const namespace = drawFamily(choices)
  return { namespace, kind, chain_reference: null, address: addresses[namespace](choices) }
}

const addresses: Readonly<Record<WalletsTable['namespace'], (choices: DemoDataRandomPicker) => string>> = {
  eip155: (choices) => `0x${choices.randomHex(20)}`,
  solana: (choices) => encodeBase58(Buffer.from(choices.randomHex(32), 'hex')),
  bip122: (choices) => encodeP2pkhAddress(Buffer.from(choices.randomHex(20), 'hex')),
}

/** A P2PKH address is the key hash with a version byte and a checksum (base58check). */
function encodeP2pkhAddress(hash: Buffer): string {
  const versioned = Buffer.concat([Buffer.of(0), hash])
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
  return encodeBase58(Buffer.concat([versioned, sha256(sha256(versioned)).subarray(0, 4)]))
}

export function getRecordedProofMethodOfDemoWallet({
  namespace,
  kind,
}: Pick<DemoWallet, 'namespace' | 'kind'>): WalletProofMethod {
  if (kind === 'contract') return 'erc1271'
  return ({ eip155: 'ecdsa', solana: 'ed25519', bip122: 'bip322' } as const)[namespace]
}
