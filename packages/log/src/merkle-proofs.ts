// Proofs of a Merkle tree: that an entry is in it (inclusion proof, "audit path") and that it only grew (consistency proof), RFC 6962 §2.1.1 and §2.1.2.
// A proof is planned first, so that all nodes it is made of are read at once; and verified as RFC 9162 §2.1.3.2 and §2.1.4.2 have it.
import { hashAdjacentSubtrees } from './merkle-compact-range.ts'
import { computeEmptyMerkleRoot, isEqualHash, merkleHashByteLength, hashMerkleNodes } from './merkle-hash.ts'
import { findSubtreesCoveringLeafRange, isValidLeafRange } from './merkle-leaf-range-subtrees.ts'
import type { MerkleNodePosition } from './merkle-leaf-range-subtrees.ts'

/** What each hash of a proof is made of: one full subtree, or several side by side, which `hashAdjacentSubtrees` puts together. */
export type MerkleProofNodes = readonly (readonly MerkleNodePosition[])[]

/** Hashes of proof, 32 bytes each, in the order of the standard: from the leaf upwards. */
export type MerkleProof = readonly Uint8Array[]

/**
 * What proves that the tree of `size` leaves has the leaf `index`: PATH(index, D[size]) of RFC 9162 §2.1.3.1.
 * @throws RangeError where the tree has no such leaf
 */
export function listInclusionProofNodes(index: number, size: number): MerkleProofNodes {
  if (!isValidLeafRange(index, size) || index === size) throw new RangeError(`A tree of ${size} has no leaf ${index}.`)
  const plan: MerkleNodePosition[][] = []
  let begin = 0
  let end = size
  // From the root down to the leaf; the standard's order is that from the leaf up.
  while (end - begin > 1) {
    const middle = begin + largestPowerOfTwoBelow(end - begin)
    if (index < middle) {
      plan.unshift(findSubtreesCoveringLeafRange(middle, end))
      end = middle
    } else {
      plan.unshift(findSubtreesCoveringLeafRange(begin, middle))
      begin = middle
    }
  }
  return plan
}

/**
 * What proves that the tree of `size` leaves begins with that of `oldSize`: PROOF(oldSize, D[size]) of RFC 9162 §2.1.4.1. Nothing has to be proved of
 * two trees of the same size, nor of the empty one.
 * @throws RangeError where the old tree is larger
 */
export function listConsistencyProofNodes(oldSize: number, size: number): MerkleProofNodes {
  if (!isValidLeafRange(oldSize, size)) throw new RangeError(`A tree of ${size} does not come after one of ${oldSize}.`)
  if (oldSize === 0 || oldSize === size) return []
  const plan: MerkleNodePosition[][] = []
  let begin = 0
  let end = size
  while (end !== oldSize) {
    const middle = begin + largestPowerOfTwoBelow(end - begin)
    if (oldSize <= middle) {
      plan.unshift(findSubtreesCoveringLeafRange(middle, end))
      end = middle
    } else {
      plan.unshift(findSubtreesCoveringLeafRange(begin, middle))
      begin = middle
    }
  }
  // The old tree itself, where it is a subtree of the new one, is known to whoever verifies.
  return begin === 0 ? plan : [findSubtreesCoveringLeafRange(begin, end), ...plan]
}

/** What the root of a tree of `size` leaves is made of: one entry; none for the empty tree. */
export const listMerkleRootNodes = (size: number): MerkleProofNodes =>
  size === 0 ? [] : [findSubtreesCoveringLeafRange(0, size)]

/** Every node that a plan needs, once each, to be read together. */
export function flattenMerkleProofNodes(plan: MerkleProofNodes): MerkleNodePosition[] {
  // No two subtrees of a proof overlap.
  return plan.flat()
}

/**
 * The hashes of a planned proof.
 * @param hashes of the nodes of `listPlannedNodes(plan)`, in that order, 32 bytes each
 * @throws RangeError where there are more or fewer
 */
export function assembleMerkleProof(plan: MerkleProofNodes, hashes: readonly Uint8Array[]): MerkleProof {
  const count = plan.reduce((sum, nodes) => sum + nodes.length, 0)
  if (hashes.length !== count) throw new RangeError(`The proof is made of ${count} nodes, not of ${hashes.length}.`)
  let at = 0
  return plan.map((nodes) => hashAdjacentSubtrees(hashes.slice(at, (at += nodes.length))))
}

/**
 * Reads what a plan needs by one call, and puts the proof together.
 * @param readNodes the hashes of the nodes asked for, in the same order
 */
export async function buildMerkleProof(
  plan: MerkleProofNodes,
  readNodes: (nodes: readonly MerkleNodePosition[]) => readonly Uint8Array[] | Promise<readonly Uint8Array[]>,
): Promise<MerkleProof> {
  return assembleMerkleProof(plan, await readNodes(flattenMerkleProofNodes(plan)))
}

/** What an inclusion proof is held against. */
export interface InclusionProofInput {
  /** `leafHash` of the entry, 32 bytes. */
  readonly leafHash: Uint8Array
  readonly index: number
  /** Leaves of the tree. */
  readonly size: number
  /** The tree's root, 32 bytes, of a checkpoint that was verified. */
  readonly root: Uint8Array
  readonly proof: MerkleProof
}

/** Whether the proof shows that the leaf is in the tree, at this place (RFC 9162 §2.1.3.2). Too many hashes, or too few, prove nothing. */
export function verifyInclusionProof({ leafHash, index, size, root, proof }: InclusionProofInput): boolean {
  if (!isValidLeafRange(index, size) || index === size || !areHashes([leafHash, root, ...proof])) return false
  let hash = leafHash
  const isComplete = walkToRoot(index, size - 1, proof, (sibling, isLeft) => {
    hash = isLeft ? hashMerkleNodes(sibling, hash) : hashMerkleNodes(hash, sibling)
  })
  return isComplete && isEqualHash(hash, root)
}

/** What a consistency proof is held against. */
export interface ConsistencyProofInput {
  readonly oldSize: number
  /** 32 bytes. */
  readonly oldRoot: Uint8Array
  readonly size: number
  /** 32 bytes. */
  readonly root: Uint8Array
  readonly proof: MerkleProof
}

/**
 * Whether the proof shows that the tree begins with the old one (RFC 9162 §2.1.4.2). Two trees of one size are consistent where they are the same, and
 * every tree begins with the empty one; for both, the proof has to be empty.
 */
export function verifyConsistencyProof({ oldSize, oldRoot, size, root, proof }: ConsistencyProofInput): boolean {
  if (!isValidLeafRange(oldSize, size) || !areHashes([oldRoot, root, ...proof])) return false
  if (size === 0 && !isEqualHash(root, computeEmptyMerkleRoot())) return false
  if (oldSize === size) return proof.length === 0 && isEqualHash(oldRoot, root)
  if (oldSize === 0) return proof.length === 0 && isEqualHash(oldRoot, computeEmptyMerkleRoot())
  // Where the old tree is a subtree of the new one, its root is the first hash (step 2).
  const path = oldSize === largestPowerOfTwoBelow(oldSize * 2) ? [oldRoot, ...proof] : proof
  const [first, ...rest] = path
  if (first === undefined || proof.length === 0) return false
  let fn = oldSize - 1
  let sn = size - 1
  while (fn % 2 === 1) {
    fn = floorHalf(fn)
    sn = floorHalf(sn)
  }
  let oldHash = first
  let hash = first
  const isComplete = walkToRoot(fn, sn, rest, (sibling, isLeft) => {
    if (isLeft) oldHash = hashMerkleNodes(sibling, oldHash)
    hash = isLeft ? hashMerkleNodes(sibling, hash) : hashMerkleNodes(hash, sibling)
  })
  return isComplete && isEqualHash(oldHash, oldRoot) && isEqualHash(hash, root)
}

/**
 * Goes up from a node to the root, past one sibling after the other (RFC 9162 §2.1.3.2, step 4, and §2.1.4.2, step 6, which are the same).
 * @param fn the place of the node in its level
 * @param sn that of the last node of the level
 * @param onSibling told each sibling, and whether it stands to the left
 * @returns whether there were just as many siblings as the way has
 */
function walkToRoot(
  fn: number,
  sn: number,
  siblings: MerkleProof,
  onSibling: (sibling: Uint8Array, isLeft: boolean) => void,
): boolean {
  for (const sibling of siblings) {
    if (sn === 0) return false
    const isLeft = fn % 2 === 1 || fn === sn
    onSibling(sibling, isLeft)
    // The last node of a level that has no sibling goes up as it is.
    while (isLeft && fn % 2 === 0 && fn !== 0) {
      fn = floorHalf(fn)
      sn = floorHalf(sn)
    }
    fn = floorHalf(fn)
    sn = floorHalf(sn)
  }
  return sn === 0
}

/** The largest power of two that is smaller than the number of leaves, of which there are two at least: k of RFC 9162 §2.1.1. */
function largestPowerOfTwoBelow(leaves: number): number {
  let split = 1
  while (split * 2 < leaves) split *= 2
  return split
}

const floorHalf = (number: number): number => Math.floor(number / 2)

const areHashes = (hashes: readonly Uint8Array[]): boolean =>
  hashes.every(({ length }) => length === merkleHashByteLength)
