// Where a node stands in a Merkle tree, and which perfect subtrees cover a range of leaves (the compact range's decomposition, RFC 9162 §2.1.1 taken
// apart from left to right). Numbers beyond 2³¹ are counted with division, as the bit operators of JavaScript have 32 bits.

/** A node: `level` 0 are the leaves, and the node (level, index) stands above the leaves from index · 2^level on, 2^level of them. */
export interface MerkleNodePosition {
  readonly level: number
  readonly index: number
}

/** A node whose subtree is full, and its hash, 32 bytes: it stays as it is however the tree grows. */
export interface MerkleNode extends MerkleNodePosition {
  readonly hash: Uint8Array
}

/**
 * The fewest full subtrees that cover the leaves from `begin` up to, but without, `end`; left to right.
 * @throws RangeError where these are not whole numbers, or in the wrong order
 */
export function findSubtreesCoveringLeafRange(begin: number, end: number): MerkleNodePosition[] {
  if (!isValidLeafRange(begin, end)) throw new RangeError(`There are no leaves from ${begin} to ${end}.`)
  const nodes: MerkleNodePosition[] = []
  for (let at = begin; at < end;) {
    let level = 0
    let width = 1
    // The largest that begins here and does not go beyond the end.
    while (at % (width * 2) === 0 && at + width * 2 <= end) {
      level += 1
      width *= 2
    }
    nodes.push({ level, index: at / width })
    at += width
  }
  return nodes
}

/** Whether these are whole numbers that can be counted with, in order. */
export const isValidLeafRange = (begin: number, end: number): boolean =>
  Number.isSafeInteger(begin) && Number.isSafeInteger(end) && begin >= 0 && begin <= end
