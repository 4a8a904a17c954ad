// Bitwise operators are avoided because they are limited to 32 bits.

/** The node covers 2^level leaves, starting with leaf index · 2^level (RFC 9162 §2.1.1). */
export interface MerkleNodePosition {
  readonly level: number
  readonly index: number
}

/** The root of a full subtree with its 32-byte hash, which never changes as the tree grows. */
export interface MerkleNode extends MerkleNodePosition {
  readonly hash: Uint8Array
}

/**
 * Lists, from left to right, the fewest full subtrees that cover the leaves from `start` up to but
 * not including `end`.
 * @throws RangeError if the range is invalid
 */
export function findSubtreesCoveringLeafRange(start: number, end: number): MerkleNodePosition[] {
  if (!isValidLeafRange(start, end)) throw new RangeError(`Invalid leaf range from ${start} to ${end}.`)
  const nodes: MerkleNodePosition[] = []
  for (let at = start; at < end;) {
    let level = 0
    let width = 1
    // Grow the subtree as long as it starts at this leaf and stays within the range.
    while (at % (width * 2) === 0 && at + width * 2 <= end) {
      level += 1
      width *= 2
    }
    nodes.push({ level, index: at / width })
    at += width
  }
  return nodes
}

export const isValidLeafRange = (start: number, end: number): boolean =>
  Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && start <= end
