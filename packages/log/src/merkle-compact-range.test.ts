// Tests compact ranges against the definition of the tree and the reference tree of Certificate
// Transparency.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  appendMerkleCompactRangeLeaves,
  createEmptyMerkleCompactRange,
  formatMerkleCompactRange,
  mergeCompactRanges,
  parseMerkleCompactRange,
  computeMerkleRoot,
} from './merkle-compact-range.ts'
import { hashMerkleLeaf } from './merkle-hash.ts'
import { findSubtreesCoveringLeafRange } from './merkle-leaf-range-subtrees.ts'
import type { MerkleNode } from './merkle-leaf-range-subtrees.ts'
import {
  encodeHex,
  createTestLeafHashes,
  createMerkleTestNodeReader,
  computeReferenceTreeHash,
  decodeHex,
} from './testing/merkle-test-trees.ts'

const rangeOf = (leaves: readonly Uint8Array[], start: number, end: number) =>
  appendMerkleCompactRangeLeaves(createEmptyMerkleCompactRange(start), leaves.slice(start, end))

test('compact ranges have the roots of the Certificate Transparency reference tree', () => {
  const leaves = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
  const range = leaves.map((leaf) => hashMerkleLeaf(decodeHex(leaf)))
  expect(Array.from({ length: 9 }, (_, size) => encodeHex(computeMerkleRoot(rangeOf(range, 0, size))))).toEqual([
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ])
})

test('a compact range that grows leaf by leaf and is saved each time has the roots that RFC 9162 defines', () => {
  const leaves = createTestLeafHashes(70)
  let text = formatMerkleCompactRange(createEmptyMerkleCompactRange())
  for (const [index, leaf] of leaves.entries()) {
    const range = appendMerkleCompactRangeLeaves(parseMerkleCompactRange(text), [leaf])
    expect(encodeHex(computeMerkleRoot(range))).toBe(encodeHex(computeReferenceTreeHash(leaves.slice(0, index + 1))))
    text = formatMerkleCompactRange(range)
    expect(parseMerkleCompactRange(text)).toEqual(range)
  }
})

test('merging adjacent compact ranges covers all leaves and reports each node once, children first', () => {
  const leaves = createTestLeafHashes(40)
  fc.assert(
    fc.property(
      fc.tuple(fc.nat(40), fc.nat(40), fc.nat(40)).map((bounds) => bounds.toSorted((a, b) => a - b)),
      ([start = 0, middle = 0, end = 0]) => {
        const nodes: MerkleNode[] = []
        const tell = (node: MerkleNode) => void nodes.push(node)
        const left = appendMerkleCompactRangeLeaves(
          createEmptyMerkleCompactRange(start),
          leaves.slice(start, middle),
          tell,
        )
        const right = appendMerkleCompactRangeLeaves(
          createEmptyMerkleCompactRange(middle),
          leaves.slice(middle, end),
          tell,
        )
        const merged = mergeCompactRanges(left, right, tell)
        expect(merged).toEqual(rangeOf(leaves, start, end))
        expect(merged.hashes).toEqual(createMerkleTestNodeReader(leaves)(findSubtreesCoveringLeafRange(start, end)))
        expect(nodes.map(({ hash }) => encodeHex(hash))).toEqual(
          createMerkleTestNodeReader(leaves)(nodes).map(encodeHex),
        )
        const names = nodes.map(({ level, index }) => `${level}/${index}`)
        expect(new Set(names).size).toBe(names.length)
        for (const { level, index } of nodes.filter(({ level }) => level > 0))
          for (const child of [index * 2, index * 2 + 1])
            expect(names.indexOf(`${level - 1}/${child}`)).toBeLessThan(names.indexOf(`${level}/${index}`))
        // The number of nodes in all full subtrees: a full subtree with n leaves has 2n − 1 nodes.
        const all = findSubtreesCoveringLeafRange(start, end).reduce((sum, { level }) => sum + 2 ** (level + 1) - 1, 0)
        expect(nodes.length).toBe(all)
      },
    ),
  )
})

test('appending to or merging a compact range does not modify it', () => {
  const leaves = createTestLeafHashes(5)
  const range = rangeOf(leaves, 0, 3)
  const before = formatMerkleCompactRange(range)
  appendMerkleCompactRangeLeaves(range, leaves.slice(3))
  mergeCompactRanges(range, rangeOf(leaves, 3, 5))
  expect(formatMerkleCompactRange(range)).toBe(before)
})

test('the positions of subtrees are correct beyond 32 bits', () => {
  expect(findSubtreesCoveringLeafRange(2 ** 40, 2 ** 40 + 3)).toEqual([
    { level: 1, index: 2 ** 39 },
    { level: 0, index: 2 ** 40 + 2 },
  ])
  expect(findSubtreesCoveringLeafRange(0, 2 ** 52 + 1)).toEqual([
    { level: 52, index: 0 },
    { level: 0, index: 2 ** 52 },
  ])
  expect(findSubtreesCoveringLeafRange(2 ** 32 - 1, 2 ** 32 + 1)).toEqual([
    { level: 0, index: 2 ** 32 - 1 },
    { level: 0, index: 2 ** 32 },
  ])
  expect(findSubtreesCoveringLeafRange(0, Number.MAX_SAFE_INTEGER)).toHaveLength(53)
})

test('refuses invalid compact ranges, and merging ranges that are not adjacent', () => {
  const leaves = createTestLeafHashes(6)
  expect(() => mergeCompactRanges(rangeOf(leaves, 0, 2), rangeOf(leaves, 3, 4))).toThrow(RangeError)
  expect(() => computeMerkleRoot(rangeOf(leaves, 2, 4))).toThrow(RangeError)
  expect(() => appendMerkleCompactRangeLeaves(createEmptyMerkleCompactRange(), [new Uint8Array(31)])).toThrow(
    RangeError,
  )
  expect(() => appendMerkleCompactRangeLeaves({ start: 0, end: 3, hashes: leaves.slice(0, 1) }, [])).toThrow(RangeError)
  for (const start of [-1, 0.5, 2 ** 53, Number.NaN])
    expect(() => createEmptyMerkleCompactRange(start)).toThrow(RangeError)
  expect(() => findSubtreesCoveringLeafRange(3, 2)).toThrow(RangeError)
})

const hashesText = formatMerkleCompactRange(rangeOf(createTestLeafHashes(3), 0, 3)).split(' ')[2]
test.each([
  '',
  '0 0',
  '0 0  ',
  ' 0 0 ',
  '0 3 ',
  '3 0 ',
  `0 2 ${hashesText}`,
  `0 7 ${hashesText}`,
  `0 03 ${hashesText}`,
  `0 3 ${hashesText}\n`,
  `0 3 ${hashesText?.replace(/=+$/, '')}`,
  `0 3 ${hashesText} `,
  `-1 1 ${hashesText}`,
  `0 9007199254740993 ${hashesText}`,
])('refuses the serialized compact range %j', (text) => {
  expect(() => parseMerkleCompactRange(text)).toThrow(expect.objectContaining({ code: 'range.malformed' }))
})
