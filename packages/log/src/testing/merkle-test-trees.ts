// Numbered leaves for tests, and slow, literal implementations of RFC 9162 §2.1 as a reference.
import { appendMerkleCompactRangeLeaves, createEmptyMerkleCompactRange } from '../merkle-compact-range.ts'
import { computeEmptyMerkleRoot, hashMerkleLeaf, hashMerkleNodes } from '../merkle-hash.ts'
import type { MerkleNodePosition } from '../merkle-leaf-range-subtrees.ts'

export const encodeHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

export const decodeHex = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))

/** Returns the entry with this number. */
export const createTestLogEntry = (index: number): Uint8Array => new TextEncoder().encode(`entry ${index}`)

export const createTestLeafHashes = (size: number): Uint8Array[] =>
  Array.from({ length: size }, (_, index) => hashMerkleLeaf(createTestLogEntry(index)))

const largestPowerOfTwoBelow = (n: number): number => {
  let k = 1
  while (k * 2 < n) k *= 2
  return k
}

/** The tree hash MTH(D) of RFC 9162 §2.1.1, computed from leaf hashes. */
export function computeReferenceTreeHash(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return computeEmptyMerkleRoot()
  if (leaves.length === 1) return leaves[0]!
  const k = largestPowerOfTwoBelow(leaves.length)
  return hashMerkleNodes(computeReferenceTreeHash(leaves.slice(0, k)), computeReferenceTreeHash(leaves.slice(k)))
}

/** The inclusion path PATH(m, D) of RFC 9162 §2.1.3.1. */
export function computeReferenceInclusionPath(m: number, leaves: readonly Uint8Array[]): Uint8Array[] {
  if (leaves.length === 1) return []
  const k = largestPowerOfTwoBelow(leaves.length)
  return m < k
    ? [...computeReferenceInclusionPath(m, leaves.slice(0, k)), computeReferenceTreeHash(leaves.slice(k))]
    : [...computeReferenceInclusionPath(m - k, leaves.slice(k)), computeReferenceTreeHash(leaves.slice(0, k))]
}

/** The consistency path SUBPROOF(m, D, b) of RFC 9162 §2.1.4.1. */
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

/** Returns a reader of nodes. The reader throws for a node that is not full. */
export const createMerkleTestNodeReader =
  (leaves: readonly Uint8Array[]) =>
  (nodes: readonly MerkleNodePosition[]): Uint8Array[] =>
    nodes.map(({ level, index }) => {
      const end = (index + 1) * 2 ** level
      if (end > leaves.length) throw new Error(`A tree of size ${leaves.length} has no full node ${level}/${index}.`)
      return computeReferenceTreeHash(leaves.slice(index * 2 ** level, end))
    })

/** A tree that stores each full node when `onNode` reports it, as a real log does. */
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
        if (hash === undefined) throw new Error(`A tree of size ${size} has no full node ${level}/${index}.`)
        return hash
      }),
  }
}
