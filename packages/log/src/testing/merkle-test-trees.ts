// Trees for tests: leaves by number, and the definitions of RFC 9162 §2.1 word for word, slow and plain, to hold the rest against.
import { appendMerkleCompactRangeLeaves, createEmptyMerkleCompactRange } from '../merkle-compact-range.ts'
import { computeEmptyMerkleRoot, hashMerkleLeaf, hashMerkleNodes } from '../merkle-hash.ts'
import type { MerkleNodePosition } from '../merkle-leaf-range-subtrees.ts'

export const encodeHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

export const decodeHex = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))

/** The entry with a number. */
export const createTestLogEntry = (index: number): Uint8Array => new TextEncoder().encode(`entry ${index}`)

export const createTestLeafHashes = (size: number): Uint8Array[] =>
  Array.from({ length: size }, (_, index) => hashMerkleLeaf(createTestLogEntry(index)))

/** The largest power of two smaller than n. */
const largestPowerOfTwoBelow = (n: number): number => {
  let k = 1
  while (k * 2 < n) k *= 2
  return k
}

/** MTH(D), RFC 9162 §2.1.1, of leaf hashes. */
export function computeReferenceTreeHash(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return computeEmptyMerkleRoot()
  if (leaves.length === 1) return leaves[0]!
  const k = largestPowerOfTwoBelow(leaves.length)
  return hashMerkleNodes(computeReferenceTreeHash(leaves.slice(0, k)), computeReferenceTreeHash(leaves.slice(k)))
}

/** PATH(m, D), RFC 9162 §2.1.3.1. */
export function computeReferenceInclusionPath(m: number, leaves: readonly Uint8Array[]): Uint8Array[] {
  if (leaves.length === 1) return []
  const k = largestPowerOfTwoBelow(leaves.length)
  return m < k
    ? [...computeReferenceInclusionPath(m, leaves.slice(0, k)), computeReferenceTreeHash(leaves.slice(k))]
    : [...computeReferenceInclusionPath(m - k, leaves.slice(k)), computeReferenceTreeHash(leaves.slice(0, k))]
}

/** SUBPROOF(m, D, b), RFC 9162 §2.1.4.1. */
export function computeReferenceConsistencyPath(
  m: number,
  leaves: readonly Uint8Array[],
  isComplete = true,
): Uint8Array[] {
  if (m === leaves.length) return isComplete ? [] : [computeReferenceTreeHash(leaves)]
  const k = largestPowerOfTwoBelow(leaves.length)
  return m <= k
    ? [...computeReferenceConsistencyPath(m, leaves.slice(0, k), isComplete), computeReferenceTreeHash(leaves.slice(k))]
    : [...computeReferenceConsistencyPath(m - k, leaves.slice(k), false), computeReferenceTreeHash(leaves.slice(0, k))]
}

/** Reads nodes of a tree, and refuses those that it has not: which are not full. */
export const createMerkleTestNodeReader =
  (leaves: readonly Uint8Array[]) =>
  (nodes: readonly MerkleNodePosition[]): Uint8Array[] =>
    nodes.map(({ level, index }) => {
      const end = (index + 1) * 2 ** level
      if (end > leaves.length) throw new Error(`A tree of ${leaves.length} has no full node ${level}/${index}.`)
      return computeReferenceTreeHash(leaves.slice(index * 2 ** level, end))
    })

/** A tree whose full nodes were kept as they were told, as a log's storage has them. */
export function createStoredMerkleTestTree(size: number): {
  readNodes: (nodes: readonly MerkleNodePosition[]) => Uint8Array[]
} {
  const kept = new Map<string, Uint8Array>()
  appendMerkleCompactRangeLeaves(
    createEmptyMerkleCompactRange(),
    createTestLeafHashes(size),
    ({ level, index, hash }) => kept.set(`${level}/${index}`, hash),
  )
  return {
    readNodes: (nodes) =>
      nodes.map(({ level, index }) => {
        const hash = kept.get(`${level}/${index}`)
        if (hash === undefined) throw new Error(`A tree of ${size} has no full node ${level}/${index}.`)
        return hash
      }),
  }
}
