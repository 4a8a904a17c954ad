// Proofs (RFC 6962 §2.1.1 and §2.1.2) are planned first, so that all nodes can be read at once.
import { hashAdjacentSubtrees } from './merkle-compact-range.ts'
import { computeEmptyMerkleRoot, isEqualHash, merkleHashByteLength, hashMerkleNodes } from './merkle-hash.ts'
import { findSubtreesCoveringLeafRange, isValidLeafRange } from './merkle-leaf-range-subtrees.ts'
import type { MerkleNodePosition } from './merkle-leaf-range-subtrees.ts'

/** For each hash of a proof, the adjacent subtrees that `hashAdjacentSubtrees` joins. */
export type MerkleProofNodes = readonly (readonly MerkleNodePosition[])[]

/** The hashes of a proof, 32 bytes each, from the leaf upwards. */
export type MerkleProof = readonly Uint8Array[]

/** Plans PATH(index, D[size]) of RFC 9162 §2.1.3.1. @throws RangeError if there is no such leaf */
export function listInclusionProofNodes(index: number, size: number): MerkleProofNodes {
  if (!isValidLeafRange(index, size) || index === size)
    throw new RangeError(`A tree of size ${size} has no leaf ${index}.`)
  const plan: MerkleNodePosition[][] = []
  let start = 0
  let end = size
  // The loop starts at the root, but the standard orders the hashes from the leaf upwards.
  while (end - start > 1) {
    const middle = start + largestPowerOfTwoBelow(end - start)
    if (index < middle) {
      plan.unshift(findSubtreesCoveringLeafRange(middle, end))
      end = middle
    } else {
      plan.unshift(findSubtreesCoveringLeafRange(start, middle))
      start = middle
    }
  }
  return plan
}

/**
 * Plans the consistency proof PROOF(oldSize, D[size]) of RFC 9162 §2.1.4.1, which may be empty.
 * @throws RangeError if the old tree is larger than the new one
 */
export function listConsistencyProofNodes(oldSize: number, size: number): MerkleProofNodes {
  if (!isValidLeafRange(oldSize, size))
    throw new RangeError(`A tree of size ${size} cannot extend a tree of size ${oldSize}.`)
  if (oldSize === 0 || oldSize === size) return []
  const plan: MerkleNodePosition[][] = []
  let start = 0
  let end = size
  while (end !== oldSize) {
    const middle = start + largestPowerOfTwoBelow(end - start)
    if (oldSize <= middle) {
      plan.unshift(findSubtreesCoveringLeafRange(middle, end))
      end = middle
    } else {
      plan.unshift(findSubtreesCoveringLeafRange(start, middle))
      start = middle
    }
  }
  // If the old tree is a subtree of the new one, the verifier already has the old root.
  return start === 0 ? plan : [findSubtreesCoveringLeafRange(start, end), ...plan]
}

/** The plan has one item, or none for the empty tree. */
export const listMerkleRootNodes = (size: number): MerkleProofNodes =>
  size === 0 ? [] : [findSubtreesCoveringLeafRange(0, size)]

export function flattenMerkleProofNodes(plan: MerkleProofNodes): MerkleNodePosition[] {
  // The subtrees of a proof never overlap, so each node occurs once.
  return plan.flat()
}

/**
 * Assembles a planned proof.
 * @param hashes hashes of `flattenMerkleProofNodes(plan)`, in that order, 32 bytes each
 * @throws RangeError if there are more or fewer hashes than planned
 */
export function assembleMerkleProof(plan: MerkleProofNodes, hashes: readonly Uint8Array[]): MerkleProof {
  const count = plan.reduce((sum, nodes) => sum + nodes.length, 0)
  if (hashes.length !== count) throw new RangeError(`The proof needs ${count} nodes, not ${hashes.length}.`)
  let at = 0
  return plan.map((nodes) => hashAdjacentSubtrees(hashes.slice(at, (at += nodes.length))))
}

/** Reads all nodes with one call of `readNodes`. */
export async function buildMerkleProof(
  plan: MerkleProofNodes,
  readNodes: (nodes: readonly MerkleNodePosition[]) => readonly Uint8Array[] | Promise<readonly Uint8Array[]>,
): Promise<MerkleProof> {
  return assembleMerkleProof(plan, await readNodes(flattenMerkleProofNodes(plan)))
}

export interface InclusionProofInput {
  /** The output of `hashMerkleLeaf`, 32 bytes. */
  readonly leafHash: Uint8Array
  readonly index: number
  readonly size: number
  /** The root in a verified checkpoint, 32 bytes. */
  readonly root: Uint8Array
  readonly proof: MerkleProof
}

/** Whether the proof shows that the tree contains the leaf at this index (RFC 9162 §2.1.3.2). */
export function verifyInclusionProof({ leafHash, index, size, root, proof }: InclusionProofInput): boolean {
  if (!isValidLeafRange(index, size) || index === size || !areHashes([leafHash, root, ...proof])) return false
  let hash = leafHash
  const isComplete = walkToRoot(index, size - 1, proof, (sibling, isLeft) => {
    hash = isLeft ? hashMerkleNodes(sibling, hash) : hashMerkleNodes(hash, sibling)
  })
  return isComplete && isEqualHash(hash, root)
}

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
 * Whether the proof shows that the new tree extends the old one (RFC 9162 §2.1.4.2). The proof must
 * be empty if both have the same size or the old tree is empty.
 */
export function verifyConsistencyProof({ oldSize, oldRoot, size, root, proof }: ConsistencyProofInput): boolean {
  if (!isValidLeafRange(oldSize, size) || !areHashes([oldRoot, root, ...proof])) return false
  if (size === 0 && !isEqualHash(root, computeEmptyMerkleRoot())) return false
  if (oldSize === size) return proof.length === 0 && isEqualHash(oldRoot, root)
  if (oldSize === 0) return proof.length === 0 && isEqualHash(oldRoot, computeEmptyMerkleRoot())
  // If the old tree is a subtree of the new one, the path starts with the old root (step 2).
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
 * Walks from a node to the root (RFC 9162 §2.1.3.2, step 4, which equals §2.1.4.2, step 6).
 * @param fn index of the node
 * @param sn index of the last node on the same level
 * @returns whether the number of siblings is right
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
    // The last node of a level moves up unchanged if it has no sibling.
    while (isLeft && fn % 2 === 0 && fn !== 0) {
      fn = floorHalf(fn)
      sn = floorHalf(sn)
    }
    fn = floorHalf(fn)
    sn = floorHalf(sn)
  }
  return sn === 0
}

/** Returns k of RFC 9162 §2.1.1; `leaves` must be at least 2. */
function largestPowerOfTwoBelow(leaves: number): number {
  let split = 1
  while (split * 2 < leaves) split *= 2
  return split
}

const floorHalf = (number: number): number => Math.floor(number / 2)

const areHashes = (hashes: readonly Uint8Array[]): boolean =>
  hashes.every(({ length }) => length === merkleHashByteLength)
