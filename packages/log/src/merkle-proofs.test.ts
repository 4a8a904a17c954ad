// Tests proofs against the definitions in RFC 9162 §2.1.3 and §2.1.4 for all small trees, and tests
// invalid proofs.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeEmptyMerkleRoot } from './merkle-hash.ts'
import {
  assembleMerkleProof,
  buildMerkleProof,
  flattenMerkleProofNodes,
  listConsistencyProofNodes,
  listInclusionProofNodes,
  listMerkleRootNodes,
} from './merkle-proofs.ts'
import { verifyConsistencyProof, verifyInclusionProof } from './merkle-proofs.ts'
import type { MerkleProofNodes } from './merkle-proofs.ts'
import {
  computeReferenceConsistencyPath,
  encodeHex,
  computeReferenceInclusionPath,
  createTestLeafHashes,
  createMerkleTestNodeReader,
  computeReferenceTreeHash,
} from './testing/merkle-test-trees.ts'

const largest = 70
const leaves = createTestLeafHashes(largest)
const roots = Array.from({ length: largest + 1 }, (_, size) => computeReferenceTreeHash(leaves.slice(0, size)))
const readNodes = createMerkleTestNodeReader(leaves)
const proofOf = (plan: MerkleProofNodes) => assembleMerkleProof(plan, readNodes(flattenMerkleProofNodes(plan)))
const inclusionOf = (index: number, size: number) => ({
  leafHash: leaves[index]!,
  index,
  size,
  root: roots[size]!,
  proof: proofOf(listInclusionProofNodes(index, size)),
})
const consistencyOf = (oldSize: number, size: number) => ({
  oldSize,
  oldRoot: roots[oldSize]!,
  size,
  root: roots[size]!,
  proof: proofOf(listConsistencyProofNodes(oldSize, size)),
})

test('inclusion proofs match the RFC 9162 definition for every leaf of trees with up to 70 leaves', () => {
  for (let size = 1; size <= largest; size += 1)
    for (let index = 0; index < size; index += 1) {
      const claim = inclusionOf(index, size)
      expect(claim.proof.map(encodeHex)).toEqual(
        computeReferenceInclusionPath(index, leaves.slice(0, size)).map(encodeHex),
      )
      expect(verifyInclusionProof(claim)).toBe(true)
    }
})

test('consistency proofs match the RFC 9162 definition for all pairs of tree sizes up to 70', () => {
  for (let size = 0; size <= largest; size += 1)
    for (let oldSize = 0; oldSize <= size; oldSize += 1) {
      const claim = consistencyOf(oldSize, size)
      if (oldSize > 0)
        expect(claim.proof.map(encodeHex)).toEqual(
          computeReferenceConsistencyPath(oldSize, leaves.slice(0, size)).map(encodeHex),
        )
      expect(verifyConsistencyProof(claim)).toBe(true)
    }
})

test('an inclusion proof is valid only for its own leaf, index and root', () => {
  for (let size = 1; size <= 20; size += 1)
    for (let index = 0; index < size; index += 1) {
      const claim = inclusionOf(index, size)
      for (let other = 0; other <= 21; other += 1) {
        if (other !== index) {
          expect(verifyInclusionProof({ ...claim, index: other })).toBe(false)
          expect(verifyInclusionProof({ ...claim, leafHash: leaves[other]! })).toBe(false)
        }
        if (other !== size) expect(verifyInclusionProof({ ...claim, root: roots[other]! })).toBe(false)
      }
    }
})

// An inclusion proof does not prove the size of the tree: for a leaf on the left, the same hashes
// give the same root for other sizes.
test('an inclusion proof fails for a tree size whose path has a different length', () => {
  for (let size = 1; size <= 20; size += 1)
    for (let index = 0; index < size; index += 1) {
      const claim = inclusionOf(index, size)
      for (let other = index + 1; other <= 40; other += 1) {
        if (listInclusionProofNodes(index, other).length === claim.proof.length) continue
        expect(verifyInclusionProof({ ...claim, size: other })).toBe(false)
      }
    }
})

test('a consistency proof fails for any other old tree or new root', () => {
  for (let size = 0; size <= 20; size += 1)
    for (let oldSize = 0; oldSize <= size; oldSize += 1) {
      const claim = consistencyOf(oldSize, size)
      for (let other = 0; other <= 21; other += 1) {
        if (other !== oldSize) {
          expect(verifyConsistencyProof({ ...claim, oldRoot: roots[other]! })).toBe(false)
          expect(verifyConsistencyProof({ ...claim, oldSize: other })).toBe(false)
        }
        // Every tree extends the empty tree, so a proof with oldSize 0 does not depend on the root.
        if (other !== size && oldSize > 0) expect(verifyConsistencyProof({ ...claim, root: roots[other]! })).toBe(false)
      }
    }
})

const sizes = fc.integer({ min: 1, max: largest }).chain((size) => fc.tuple(fc.nat(size - 1), fc.constant(size)))
/** Generates one change to a list of hashes: flips a bit, adds a hash or removes a hash. */
const changed = (proof: readonly Uint8Array[]): fc.Arbitrary<Uint8Array[]> =>
  fc.oneof(
    ...(proof.length === 0
      ? []
      : [
          fc.tuple(fc.nat(proof.length - 1), fc.nat(255)).map(([at, bit]) =>
            proof.map((hash, place) => {
              const copy = hash.slice()
              if (place === at) copy[bit >> 3]! ^= 1 << (bit & 7)
              return copy
            }),
          ),
          fc.nat(proof.length - 1).map((at) => proof.toSpliced(at, 1)),
          fc.nat(proof.length - 1).map((at) => proof.map((hash, place) => (place === at ? hash.slice(1) : hash))),
        ]),
    fc
      .tuple(fc.nat(proof.length), fc.constantFrom(...leaves, ...roots))
      .map(([at, more]) => proof.toSpliced(at, 0, more)),
  )

test('a Merkle proof fails if a hash is changed, added or removed', () => {
  fc.assert(
    fc.property(
      sizes.chain(([index, size]) => {
        const claim = inclusionOf(index, size)
        return fc.tuple(fc.constant(claim), changed(claim.proof))
      }),
      ([claim, proof]) => {
        expect(verifyInclusionProof({ ...claim, proof })).toBe(false)
      },
    ),
  )
  fc.assert(
    fc.property(
      sizes.chain(([oldSize, size]) => {
        const claim = consistencyOf(oldSize, size)
        return fc.tuple(fc.constant(claim), changed(claim.proof))
      }),
      ([claim, proof]) => {
        expect(verifyConsistencyProof({ ...claim, proof })).toBe(false)
      },
    ),
  )
})

test('a Merkle proof fails if a size or an index is invalid', () => {
  const inclusion = inclusionOf(0, 1)
  const consistency = consistencyOf(1, 2)
  for (const number of [-1, 0.5, Number.NaN, Infinity, 2 ** 53]) {
    expect(verifyInclusionProof({ ...inclusion, index: number })).toBe(false)
    expect(verifyInclusionProof({ ...inclusion, size: number })).toBe(false)
    expect(verifyConsistencyProof({ ...consistency, oldSize: number })).toBe(false)
    expect(verifyConsistencyProof({ ...consistency, size: number })).toBe(false)
    expect(() => listInclusionProofNodes(number, 3)).toThrow(RangeError)
    expect(() => listConsistencyProofNodes(number, 3)).toThrow(RangeError)
  }
  expect(() => listInclusionProofNodes(3, 3)).toThrow(RangeError)
  expect(() => listConsistencyProofNodes(4, 3)).toThrow(RangeError)
  expect(verifyInclusionProof({ ...inclusion, index: 0, size: 0, root: computeEmptyMerkleRoot() })).toBe(false)
})

// If an extra last hash counted as one more level, a proof for a larger tree would be valid for a
// smaller one.
test('a Merkle proof with an extra hash fails, even if the hash leads to the root', () => {
  expect(verifyInclusionProof({ ...inclusionOf(1, 2), index: 0, size: 1 })).toBe(false)
  expect(verifyInclusionProof({ ...inclusionOf(7, 8), index: 3, size: 4 })).toBe(false)
  expect(verifyConsistencyProof({ ...consistencyOf(7, 8), oldSize: 3, size: 4 })).toBe(false)
})

test('the empty tree has one root and is consistent with every tree', () => {
  const some = roots[5]!
  expect(
    verifyConsistencyProof({ oldSize: 0, oldRoot: computeEmptyMerkleRoot(), size: 5, root: some, proof: [] }),
  ).toBe(true)
  expect(verifyConsistencyProof({ oldSize: 0, oldRoot: some, size: 5, root: some, proof: [] })).toBe(false)
  expect(
    verifyConsistencyProof({ oldSize: 0, oldRoot: computeEmptyMerkleRoot(), size: 5, root: some, proof: [some] }),
  ).toBe(false)
  expect(verifyConsistencyProof({ oldSize: 0, oldRoot: some, size: 0, root: some, proof: [] })).toBe(false)
})

test('building a Merkle proof reads all its nodes in one call', async () => {
  const calls: number[] = []
  const proof = await buildMerkleProof(listInclusionProofNodes(10, 69), (nodes) => {
    calls.push(nodes.length)
    return Promise.resolve(readNodes(nodes))
  })
  expect(calls).toEqual([8])
  expect(proof).toEqual(inclusionOf(10, 69).proof)
  expect(proofOf(listMerkleRootNodes(69))).toEqual([roots[69]])
  expect(listMerkleRootNodes(0)).toEqual([])
  expect(() => assembleMerkleProof(listInclusionProofNodes(10, 69), leaves.slice(0, 7))).toThrow(RangeError)
})

test('the nodes of a Merkle proof are correct beyond 32 bits', () => {
  const size = 2 ** 52 + 2 ** 33 + 1
  expect(listInclusionProofNodes(size - 1, size)).toEqual([[{ level: 33, index: 2 ** 19 }], [{ level: 52, index: 0 }]])
  expect(listConsistencyProofNodes(2 ** 52, size)).toEqual([
    [
      { level: 33, index: 2 ** 19 },
      { level: 0, index: size - 1 },
    ],
  ])
  expect(listInclusionProofNodes(2 ** 40 + 1, size)).toHaveLength(53)
})
