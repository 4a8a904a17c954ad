// The fewest full subtrees that cover a range of leaves, which Trillian calls a "frontier".
import { decodeBase64, encodeBase64 } from './base64.ts'
import { parseDecimal } from './parse-decimal.ts'
import { computeEmptyMerkleRoot, merkleHashByteLength, hashMerkleNodes } from './merkle-hash.ts'
import { TransparencyLogError } from './transparency-log-error.ts'
import { findSubtreesCoveringLeafRange, isValidLeafRange } from './merkle-leaf-range-subtrees.ts'
import type { MerkleNode } from './merkle-leaf-range-subtrees.ts'

/** The leaves from `start` to before `end`, as hashes of `findSubtreesCoveringLeafRange`. */
export interface MerkleCompactRange {
  readonly start: number
  readonly end: number
  readonly hashes: readonly Uint8Array[]
}

/** @throws RangeError if `start` is not a valid index */
export function createEmptyMerkleCompactRange(start = 0): MerkleCompactRange {
  if (!isValidLeafRange(start, start)) throw new RangeError(`Invalid leaf index ${start}.`)
  return { start, end: start, hashes: [] }
}

/**
 * Appends leaf hashes (32 bytes each).
 * @param onNode called for each node that becomes full, children before parents
 * @throws RangeError if a hash is not 32 bytes long
 */
export function appendMerkleCompactRangeLeaves(
  range: MerkleCompactRange,
  leafHashes: Iterable<Uint8Array>,
  onNode?: (node: MerkleNode) => void,
): MerkleCompactRange {
  const peaks = listPeaks(range)
  let end = range.end
  for (const hash of leafHashes) {
    if (hash.length !== merkleHashByteLength) throw new RangeError('A hash must have 32 bytes.')
    const leaf = { level: 0, index: end, hash }
    onNode?.(leaf)
    pushPeak(peaks, leaf, onNode)
    end += 1
  }
  return { start: range.start, end, hashes: peaks.map(({ hash }) => hash) }
}

/**
 * Merges two ranges.
 * @param onNode called for each node that becomes full, children before parents
 * @throws RangeError if the ranges are not adjacent
 */
export function mergeCompactRanges(
  left: MerkleCompactRange,
  right: MerkleCompactRange,
  onNode?: (node: MerkleNode) => void,
): MerkleCompactRange {
  if (left.end !== right.start)
    throw new RangeError(`A range that ends at ${left.end} cannot be followed by one that starts at ${right.start}.`)
  const peaks = listPeaks(left)
  for (const peak of listPeaks(right)) pushPeak(peaks, peak, onNode)
  return { start: left.start, end: right.end, hashes: peaks.map(({ hash }) => hash) }
}

/** Returns the root (RFC 9162 §2.1.1). @throws RangeError if the range does not start at 0 */
export function computeMerkleRoot(range: MerkleCompactRange): Uint8Array {
  if (range.start !== 0) throw new RangeError('Only a range that starts at 0 has a root.')
  return range.hashes.length === 0 ? computeEmptyMerkleRoot() : hashAdjacentSubtrees(range.hashes)
}

/** Hashes adjacent full subtrees, which get smaller to the right, into one (RFC 9162 §2.1.1). */
export const hashAdjacentSubtrees = (hashes: readonly Uint8Array[]): Uint8Array =>
  hashes.reduceRight((right, left) => hashMerkleNodes(left, right))

/** Returns `start`, `end` and all hashes in base64, separated by spaces. */
export function formatMerkleCompactRange({ start, end, hashes }: MerkleCompactRange): string {
  const bytes = new Uint8Array(hashes.length * merkleHashByteLength)
  for (const [at, hash] of hashes.entries()) bytes.set(hash, at * merkleHashByteLength)
  return `${start} ${end} ${encodeBase64(bytes)}`
}

/** @throws TransparencyLogError `range.malformed` */
export function parseMerkleCompactRange(text: string): MerkleCompactRange {
  const [startText = '', endText = '', hashesText, ...rest] = text.split(' ')
  const start = parseDecimal(startText)
  const end = parseDecimal(endText)
  const bytes = hashesText === undefined ? undefined : decodeBase64(hashesText)
  if (
    start === undefined ||
    end === undefined ||
    bytes === undefined ||
    rest.length > 0 ||
    !isValidLeafRange(start, end)
  )
    throw new TransparencyLogError('range.malformed', 'A range must consist of its start, its end and its hashes.')
  const count = findSubtreesCoveringLeafRange(start, end).length
  if (bytes.length !== count * merkleHashByteLength)
    throw new TransparencyLogError('range.malformed', `A range from ${start} to ${end} must have ${count} hashes.`)
  const hashes = Array.from({ length: count }, (_, at) =>
    bytes.slice(at * merkleHashByteLength, (at + 1) * merkleHashByteLength),
  )
  return { start, end, hashes }
}

function listPeaks({ start, end, hashes }: MerkleCompactRange): MerkleNode[] {
  const positions = findSubtreesCoveringLeafRange(start, end)
  if (positions.length !== hashes.length)
    throw new RangeError('The number of hashes does not match the start and end of the range.')
  return positions.map((position, at) => ({ ...position, hash: hashes[at]! }))
}

/** Merges siblings of equal size into their parent. */
function pushPeak(peaks: MerkleNode[], peak: MerkleNode, onNode: ((node: MerkleNode) => void) | undefined): void {
  let { level, index, hash } = peak
  for (let left = peaks.at(-1); left !== undefined && index % 2 === 1 && left.level === level; left = peaks.at(-1)) {
    peaks.pop()
    hash = hashMerkleNodes(left.hash, hash)
    level += 1
    index = (index - 1) / 2
    onNode?.({ level, index, hash })
  }
  peaks.push({ level, index, hash })
}
