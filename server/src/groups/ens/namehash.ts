// ENS namehash of a normalized name (ERC-137 §namehash).
import { keccak256 } from '@countersign/message'
import type { Hex } from '@countersign/proof/chain-reader'

/** The name must be normalized; a hash in brackets is treated as plain text. */
export function namehash(name: string): Hex {
  let node = new Uint8Array(32)
  const labels = name === '' ? [] : name.split('.')
  for (const label of labels.toReversed())
    node = new Uint8Array(keccak256(Buffer.concat([node, keccak256(Buffer.from(label))])))
  return `0x${Buffer.from(node).toString('hex')}`
}
