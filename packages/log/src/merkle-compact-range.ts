// A compact range (also: frontier, of which Google's Trillian writes; for ranges from 0 on, the "peaks" of a tree): the hashes of the fewest full subtrees
// over some leaves that follow each other. It is all that a writer of the log has to keep: O(log n) hashes give the root, and take the next leaf.
import { decodeBase64, encodeBase64 } from './base64.ts'
import { parseDecimal } from './parse-decimal.ts'
import { computeEmptyMerkleRoot, merkleHashByteLength, hashMerkleNodes } from './merkle-hash.ts'
import { TransparencyLogError } from './transparency-log-error.ts'
import { findSubtreesCoveringLeafRange, isValidLeafRange } from './merkle-leaf-range-subtrees.ts'
import type { MerkleNode } from './merkle-leaf-range-subtrees.ts'

/** The leaves from `begin` up to, but without, `end`, and the hashes of the subtrees of `findSubtreesCoveringLeafRange(begin, end)`. Never changed: what grows is a new one. */
export interface MerkleCompactRange {
  readonly begin: number
  readonly end: number
  readonly hashes: readonly Uint8Array[]
}

/** A range without leaves, where a tree (0) or a part of one begins. */
export function createEmptyMerkleCompactRange(begin = 0): MerkleCompactRange {
  if (!isValidLeafRange(begin, begin)) throw new RangeError(`No leaf has the index ${begin}.`)
  return { begin, end: begin, hashes: [] }
}

/**
 * The range with more leaves at its end.
 * @param leafHashes of `hashMerkleLeaf`, 32 bytes each
 * @param onNode told every node that became full, the leaves too; children before their parents
 * @throws RangeError where a hash is not 32 bytes long
 */
export function appendMerkleCompactRangeLeaves(
  range: MerkleCompactRange,
  leafHashes: Iterable<Uint8Array>,
  onNode?: (node: MerkleNode) => void,
): MerkleCompactRange {
  const peaks = listPeaks(range)
  let end = range.end
  for (const hash of leafHashes) {
    if (hash.length !== merkleHashByteLength) throw new RangeError('A hash has 32 bytes.')
    const leaf = { level: 0, index: end, hash }
    onNode?.(leaf)
    pushPeak(peaks, leaf, onNode)
    end += 1
  }
  return { begin: range.begin, end, hashes: peaks.map(({ hash }) => hash) }
}

/**
 * One range of two, the second of which begins where the first ends.
 * @param onNode told every node that became full by it, children before their parents
 * @throws RangeError where they are not adjacent
 */
export function mergeCompactRanges(
  left: MerkleCompactRange,
  right: MerkleCompactRange,
  onNode?: (node: MerkleNode) => void,
): MerkleCompactRange {
  if (left.end !== right.begin)
    throw new RangeError(`A range that ends at ${left.end} is not followed by ${right.begin}.`)
  const peaks = listPeaks(left)
  for (const peak of listPeaks(right)) pushPeak(peaks, peak, onNode)
  return { begin: left.begin, end: right.end, hashes: peaks.map(({ hash }) => hash) }
}

/**
 * The root of the tree that has these leaves and no other: 32 bytes (Merkle Tree Hash, RFC 9162 §2.1.1).
 * @throws RangeError where the range does not begin at 0
 */
export function computeMerkleRoot(range: MerkleCompactRange): Uint8Array {
  if (range.begin !== 0) throw new RangeError('Only a range that begins at 0 has a root.')
  return range.hashes.length === 0 ? computeEmptyMerkleRoot() : hashAdjacentSubtrees(range.hashes)
}

/** The hash above full subtrees that stand side by side, from large to small (RFC 9162 §2.1.1): 32 bytes. */
export const hashAdjacentSubtrees = (hashes: readonly Uint8Array[]): Uint8Array =>
  hashes.reduceRight((right, left) => hashMerkleNodes(left, right))

/** The range as a line of text, for storage: begin, end and all hashes in base64, with a space between. */
export function formatMerkleCompactRange({ begin, end, hashes }: MerkleCompactRange): string {
  const bytes = new Uint8Array(hashes.length * merkleHashByteLength)
  for (const [at, hash] of hashes.entries()) bytes.set(hash, at * merkleHashByteLength)
  return `${begin} ${end} ${encodeBase64(bytes)}`
}

/**
 * The range that `formatMerkleCompactRange` wrote.
 * @throws TransparencyLogError `range.malformed`
 */
export function parseMerkleCompactRange(text: string): MerkleCompactRange {
  const [beginText = '', endText = '', hashesText, ...rest] = text.split(' ')
  const begin = parseDecimal(beginText)
  const end = parseDecimal(endText)
  const bytes = hashesText === undefined ? undefined : decodeBase64(hashesText)
  if (
    begin === undefined ||
    end === undefined ||
    bytes === undefined ||
    rest.length > 0 ||
    !isValidLeafRange(begin, end)
  )
    throw new TransparencyLogError('range.malformed', 'A range is its begin, its end and its hashes.')
  const count = findSubtreesCoveringLeafRange(begin, end).length
  if (bytes.length !== count * merkleHashByteLength)
    throw new TransparencyLogError('range.malformed', `A range from ${begin} to ${end} has ${count} hashes.`)
  const hashes = Array.from({ length: count }, (_, at) =>
    bytes.slice(at * merkleHashByteLength, (at + 1) * merkleHashByteLength),
  )
  return { begin, end, hashes }
}

function listPeaks({ begin, end, hashes }: MerkleCompactRange): MerkleNode[] {
  const positions = findSubtreesCoveringLeafRange(begin, end)
  if (positions.length !== hashes.length)
    throw new RangeError('The range has another number of hashes than its leaves need.')
  return positions.map((position, at) => ({ ...position, hash: hashes[at]! }))
}

/** Puts a subtree to the right of the others; two of the same size that have a common parent become this parent. */
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
