// The hash by which the contracts of ENS know a name (ERC-137 §namehash), of a name in its normal form.
import { keccak256 } from '@countersign/message'
import type { Hex } from '@countersign/proof/chain-reader'

/** @param name as it stands: nothing is made normal, and brackets around a hash are letters like others */
export function namehash(name: string): Hex {
  let node = new Uint8Array(32)
  const labels = name === '' ? [] : name.split('.')
  for (const label of labels.toReversed())
    node = new Uint8Array(keccak256(Buffer.concat([node, keccak256(Buffer.from(label))])))
  return `0x${Buffer.from(node).toString('hex')}`
}
