// Trees for tests: leaves by number, and the definitions of RFC 9162 §2.1 word for word, slow and plain, to hold the rest against.
import { appendLeaves, createEmptyRange } from '../compact-range.ts'
import { computeEmptyRoot, hashMerkleLeaf, hashMerkleNodes } from '../merkle-hash.ts'
import type { MerkleNodePosition } from '../merkle-node-position.ts'

export const encodeHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

export const decodeHex = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))

/** The entry with a number. */
export const createTestEntry = (index: number): Uint8Array => new TextEncoder().encode(`entry ${index}`)

export const createLeafHashes = (size: number): Uint8Array[] =>
  Array.from({ length: size }, (_, index) => hashMerkleLeaf(createTestEntry(index)))

/** The largest power of two smaller than n. */
const largestPowerOfTwoBelow = (n: number): number => {
  let k = 1
  while (k * 2 < n) k *= 2
  return k
}

/** MTH(D), RFC 9162 §2.1.1, of leaf hashes. */
export function computeTreeHash(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return computeEmptyRoot()
  if (leaves.length === 1) return leaves[0]!
  const k = largestPowerOfTwoBelow(leaves.length)
  return hashMerkleNodes(computeTreeHash(leaves.slice(0, k)), computeTreeHash(leaves.slice(k)))
}

/** PATH(m, D), RFC 9162 §2.1.3.1. */
export function computeInclusionPath(m: number, leaves: readonly Uint8Array[]): Uint8Array[] {
  if (leaves.length === 1) return []
  const k = largestPowerOfTwoBelow(leaves.length)
  return m < k
    ? [...computeInclusionPath(m, leaves.slice(0, k)), computeTreeHash(leaves.slice(k))]
    : [...computeInclusionPath(m - k, leaves.slice(k)), computeTreeHash(leaves.slice(0, k))]
}

/** SUBPROOF(m, D, b), RFC 9162 §2.1.4.1. */
export function computeConsistencyPath(m: number, leaves: readonly Uint8Array[], isComplete = true): Uint8Array[] {
  if (m === leaves.length) return isComplete ? [] : [computeTreeHash(leaves)]
  const k = largestPowerOfTwoBelow(leaves.length)
  return m <= k
    ? [...computeConsistencyPath(m, leaves.slice(0, k), isComplete), computeTreeHash(leaves.slice(k))]
    : [...computeConsistencyPath(m - k, leaves.slice(k), false), computeTreeHash(leaves.slice(0, k))]
}

/** Reads nodes of a tree, and refuses those that it has not: which are not full. */
export const createNodeReader =
  (leaves: readonly Uint8Array[]) =>
  (nodes: readonly MerkleNodePosition[]): Uint8Array[] =>
    nodes.map(({ level, index }) => {
      const end = (index + 1) * 2 ** level
      if (end > leaves.length) throw new Error(`A tree of ${leaves.length} has no full node ${level}/${index}.`)
      return computeTreeHash(leaves.slice(index * 2 ** level, end))
    })

/** A tree whose full nodes were kept as they were told, as a log's storage has them. */
export function createStoredTree(size: number): { readNodes: (nodes: readonly MerkleNodePosition[]) => Uint8Array[] } {
  const kept = new Map<string, Uint8Array>()
  appendLeaves(createEmptyRange(), createLeafHashes(size), ({ level, index, hash }) =>
    kept.set(`${level}/${index}`, hash),
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
