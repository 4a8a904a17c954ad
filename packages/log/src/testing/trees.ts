// Trees for tests: leaves by number, and the definitions of RFC 9162 §2.1 word for word, slow and plain, to hold the rest against.
import { appendLeaves, emptyRange } from '../compact-range.ts'
import { emptyRoot, leafHash, nodeHash } from '../hash.ts'
import type { NodePosition } from '../node-position.ts'

export const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

export const unhex = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))

/** The entry with a number. */
export const entryOf = (index: number): Uint8Array => new TextEncoder().encode(`entry ${index}`)

export const leavesOf = (size: number): Uint8Array[] =>
  Array.from({ length: size }, (_, index) => leafHash(entryOf(index)))

/** The largest power of two smaller than n. */
const kOf = (n: number): number => {
  let k = 1
  while (k * 2 < n) k *= 2
  return k
}

/** MTH(D), RFC 9162 §2.1.1, of leaf hashes. */
export function treeHash(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return emptyRoot()
  if (leaves.length === 1) return leaves[0]!
  const k = kOf(leaves.length)
  return nodeHash(treeHash(leaves.slice(0, k)), treeHash(leaves.slice(k)))
}

/** PATH(m, D), RFC 9162 §2.1.3.1. */
export function inclusionPath(m: number, leaves: readonly Uint8Array[]): Uint8Array[] {
  if (leaves.length === 1) return []
  const k = kOf(leaves.length)
  return m < k
    ? [...inclusionPath(m, leaves.slice(0, k)), treeHash(leaves.slice(k))]
    : [...inclusionPath(m - k, leaves.slice(k)), treeHash(leaves.slice(0, k))]
}

/** SUBPROOF(m, D, b), RFC 9162 §2.1.4.1. */
export function consistencyPath(m: number, leaves: readonly Uint8Array[], isWhole = true): Uint8Array[] {
  if (m === leaves.length) return isWhole ? [] : [treeHash(leaves)]
  const k = kOf(leaves.length)
  return m <= k
    ? [...consistencyPath(m, leaves.slice(0, k), isWhole), treeHash(leaves.slice(k))]
    : [...consistencyPath(m - k, leaves.slice(k), false), treeHash(leaves.slice(0, k))]
}

/** Reads nodes of a tree, and refuses those that it has not: which are not full. */
export const nodeReader =
  (leaves: readonly Uint8Array[]) =>
  (nodes: readonly NodePosition[]): Uint8Array[] =>
    nodes.map(({ level, index }) => {
      const end = (index + 1) * 2 ** level
      if (end > leaves.length) throw new Error(`A tree of ${leaves.length} has no full node ${level}/${index}.`)
      return treeHash(leaves.slice(index * 2 ** level, end))
    })

/** A tree whose full nodes were kept as they were told, as a log's storage has them. */
export function storedTree(size: number): { readNodes: (nodes: readonly NodePosition[]) => Uint8Array[] } {
  const kept = new Map<string, Uint8Array>()
  appendLeaves(emptyRange(), leavesOf(size), ({ level, index, hash }) => kept.set(`${level}/${index}`, hash))
  return {
    readNodes: (nodes) =>
      nodes.map(({ level, index }) => {
        const hash = kept.get(`${level}/${index}`)
        if (hash === undefined) throw new Error(`A tree of ${size} has no full node ${level}/${index}.`)
        return hash
      }),
  }
}
