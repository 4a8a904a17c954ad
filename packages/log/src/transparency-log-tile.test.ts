// Tests tiles and bundles as defined in C2SP tlog-tiles, and compares proofs built from tiles with
// proofs built from nodes.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeLogEntryBundle, maxLogEntryBytes, decodeLogEntryBundle } from './transparency-log-entry-bundle.ts'
import { hashMerkleLeaf } from './merkle-hash.ts'
import {
  assembleMerkleProof,
  buildMerkleProof,
  flattenMerkleProofNodes,
  listConsistencyProofNodes,
  listInclusionProofNodes,
  listMerkleRootNodes,
} from './merkle-proofs.ts'
import {
  encodeLogTile,
  listNewLogEntryBundles,
  listLogTileNodes,
  decodeLogTile,
  parseLogTilePath,
  locateNodeInLogTile,
  formatLogTilePath,
  listNewLogTiles,
} from './transparency-log-tile.ts'
import type { LogTile } from './transparency-log-tile.ts'
import { readMerkleNodesFromTiles } from './read-merkle-nodes-from-tiles.ts'
import { createTestLogEntry, createStoredMerkleTestTree } from './testing/merkle-test-trees.ts'

const refused = (code: string) => expect.objectContaining({ name: 'TransparencyLogError', code })

test.each<[path: string, tile: LogTile]>([
  ['tile/0/000', { level: 0, index: 0, width: 256 }],
  ['tile/0/x001/x234/067', { level: 0, index: 1234067, width: 256 }],
  ['tile/0/x001/000.p/1', { level: 0, index: 1000, width: 1 }],
  ['tile/63/999.p/255', { level: 63, index: 999, width: 255 }],
  ['tile/entries/x001/x234/067.p/17', { level: 'entries', index: 1234067, width: 17 }],
  ['tile/entries/000', { level: 'entries', index: 0, width: 256 }],
  ['tile/1/x009/x007/x199/x254/x740/991', { level: 1, index: Number.MAX_SAFE_INTEGER, width: 256 }],
])('formats and parses the tile path %s', (path, tile) => {
  expect(formatLogTilePath(tile)).toBe(path)
  expect(parseLogTilePath(path)).toEqual(tile)
})

test.each([
  '',
  'tile/0',
  'tile/0/',
  'tile//000',
  '/tile/0/000',
  'tile/0/000/',
  'tile/00/000',
  'tile/01/000',
  'tile/64/000',
  'tile/-1/000',
  'tile/8/0/000/000',
  'tile/data/000',
  'tile/0/0',
  'tile/0/0000',
  'tile/0/x000/001',
  'tile/0/001/x234',
  'tile/0/001/234',
  'tile/0/x001/x234',
  'tile/0/000.p/0',
  'tile/0/000.p/256',
  'tile/0/000.p/01',
  'tile/0/000.p/',
  'tile/0/000.p/1/2',
  'tile/0/000\n',
  'tile/0/..',
  'tile/0/x009/x007/x199/x254/x740/992',
  'tile/0/x001/x001/x001/x001/x001/x001/001',
])('refuses the tile path %j', (path) => {
  expect(parseLogTilePath(path)).toBeUndefined()
})

test('tile paths survive a round trip, and an invalid tile has no path', () => {
  const tiles = fc.record({
    level: fc.oneof(fc.nat(63), fc.constant('entries' as const)),
    index: fc.maxSafeNat(),
    width: fc.integer({ min: 1, max: 256 }),
  })
  fc.assert(
    fc.property(tiles, (tile) => {
      expect(parseLogTilePath(formatLogTilePath(tile))).toEqual(tile)
    }),
  )
  for (const wrong of [{ level: 64 }, { level: -1 }, { index: -1 }, { index: 0.5 }, { width: 0 }, { width: 257 }])
    expect(() => formatLogTilePath({ level: 0, index: 0, width: 1, ...wrong })).toThrow(RangeError)
})

test('a tree of 70,000 leaves has the tiles that C2SP tlog-tiles defines', () => {
  const tiles = listNewLogTiles(0, 70_000)
  const widths = (level: number) => tiles.filter((tile) => tile.level === level).map(({ width }) => width)
  expect(widths(0)).toEqual([...Array.from({ length: 273 }, () => 256), 112])
  expect(widths(1)).toEqual([256, 17])
  expect(widths(2)).toEqual([1])
  expect(tiles).toHaveLength(277)
  expect(listNewLogTiles(0, 256).map(formatLogTilePath)).toEqual(['tile/0/000', 'tile/1/000.p/1'])
  expect(listNewLogTiles(0, 0)).toEqual([])
  expect(listNewLogEntryBundles(0, 300).map(formatLogTilePath)).toEqual(['tile/entries/000', 'tile/entries/001.p/44'])
  expect(() => listNewLogTiles(3, 2)).toThrow(RangeError)
  expect(() => listNewLogEntryBundles(3, 2)).toThrow(RangeError)
})

test('a growing log publishes every tile of the final tree, and none of them twice', () => {
  const sizes = fc.tuple(fc.nat(70_000), fc.nat(70_000)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const)
  fc.assert(
    fc.property(sizes, ([oldSize, size]) => {
      const published = new Set(
        [...listNewLogTiles(0, oldSize), ...listNewLogTiles(oldSize, size)].map(formatLogTilePath),
      )
      const all = listNewLogTiles(0, size).map(formatLogTilePath)
      expect(all.filter((path) => !published.has(path))).toEqual([])
      const older = listNewLogTiles(0, oldSize).map(formatLogTilePath)
      expect(listNewLogTiles(oldSize, size).filter((tile) => older.includes(formatLogTilePath(tile)))).toEqual([])
    }),
    { numRuns: 20 },
  )
  expect(listNewLogTiles(255, 257).map(formatLogTilePath)).toEqual(['tile/0/000', 'tile/0/001.p/1', 'tile/1/000.p/1'])
})

const largest = 66_000
const tree = createStoredMerkleTestTree(largest)
const fileOf = (tile: LogTile) => encodeLogTile(tree.readNodes(listLogTileNodes(tile)))

test('proofs built from tiles equal proofs built from nodes, and read each tile only once', async () => {
  const sizes = [1, 2, 3, 255, 256, 257, 511, 512, 513, 5000, 65_535, 65_536, 65_537, largest]
  for (const size of sizes) {
    const known = new Set(listNewLogTiles(0, size).map(formatLogTilePath))
    const readTiles = (tiles: readonly LogTile[]) => {
      const paths = tiles.map(formatLogTilePath)
      expect(new Set(paths).size).toBe(paths.length)
      // A client may fetch only tiles that exist in the tree (C2SP tlog-tiles, §Partial Tiles).
      expect(paths.filter((path) => !known.has(path))).toEqual([])
      return Promise.resolve(tiles.map(fileOf))
    }
    const places = [0, 1, 255, 256, 300, 65_535, size - 2, size - 1].filter((place) => place >= 0 && place < size)
    const plans = [
      listMerkleRootNodes(size),
      ...places.flatMap((at) => [listInclusionProofNodes(at, size), listConsistencyProofNodes(at + 1, size)]),
    ]
    for (const plan of plans)
      expect(await buildMerkleProof(plan, (nodes) => readMerkleNodesFromTiles(nodes, size, readTiles))).toEqual(
        assembleMerkleProof(plan, tree.readNodes(flattenMerkleProofNodes(plan))),
      )
  }
})

test('decodes a partial tile from its own file or from the full tile, and refuses other sizes', () => {
  const tile = fileOf({ level: 0, index: 0, width: 256 })
  expect(decodeLogTile(tile, 3)).toEqual(decodeLogTile(tile.slice(0, 96), 3))
  for (const length of [0, 64, 95, 97, 128, 8191, 8193])
    expect(() => decodeLogTile(new Uint8Array(length), 3)).toThrow(refused('tile.malformed'))
  expect(() => encodeLogTile([])).toThrow(RangeError)
  expect(() => encodeLogTile([new Uint8Array(31)])).toThrow(RangeError)
  expect(() => encodeLogTile(Array.from({ length: 257 }, () => new Uint8Array(32)))).toThrow(RangeError)
})

test('refuses to locate a node that the tree does not have or that is not full', async () => {
  expect(locateNodeInLogTile({ level: 9, index: 1 }, 1024)).toEqual({
    tile: { level: 1, index: 0, width: 4 },
    first: 2,
    count: 2,
  })
  expect(() => locateNodeInLogTile({ level: 9, index: 1 }, 1023)).toThrow(RangeError)
  expect(() => locateNodeInLogTile({ level: 0, index: 3 }, 3)).toThrow(RangeError)
  await expect(readMerkleNodesFromTiles([{ level: 0, index: 0 }], 1, () => [])).rejects.toThrow(RangeError)
  expect(await readMerkleNodesFromTiles([], 0, () => Promise.reject(new Error('nothing is asked for')))).toEqual([])
  expect(listLogTileNodes({ level: 'entries', index: 0, width: 1 })).toEqual([])
})

test('an entry bundle contains the entries of its tile and cannot be decoded with another width', () => {
  const entries = Array.from({ length: 256 }, (_, index) => createTestLogEntry(index))
  const bundle = encodeLogEntryBundle(entries)
  expect(bundle.slice(0, 9)).toEqual(Uint8Array.of(0, 7, ...new TextEncoder().encode('entry 0')))
  expect(decodeLogEntryBundle(bundle, 256).map(hashMerkleLeaf)).toEqual(
    tree.readNodes(listLogTileNodes({ level: 0, index: 0, width: 256 })),
  )
  // A full bundle can be used as a partial one.
  expect(decodeLogEntryBundle(bundle, 2)).toEqual(entries.slice(0, 2))
  const partial = encodeLogEntryBundle(entries.slice(0, 3))
  expect(decodeLogEntryBundle(partial, 3)).toEqual(entries.slice(0, 3))
  for (const width of [1, 2, 4, 256])
    expect(() => decodeLogEntryBundle(partial, width)).toThrow(refused('entries.malformed'))
  for (let length = 0; length < partial.length; length += 1)
    expect(() => decodeLogEntryBundle(partial.slice(0, length), 3)).toThrow(refused('entries.malformed'))
  expect(() => decodeLogEntryBundle(Uint8Array.of(...bundle, 0, 0), 256)).toThrow(refused('entries.malformed'))
})

test('entries of any bytes survive a round trip through a bundle, up to the maximum length', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { minLength: 1, maxLength: 256 }), (entries) => {
      expect(decodeLogEntryBundle(encodeLogEntryBundle(entries), entries.length)).toEqual(entries)
    }),
    { numRuns: 20 },
  )
  const longest = new Uint8Array(maxLogEntryBytes).fill(1)
  expect(decodeLogEntryBundle(encodeLogEntryBundle([longest, new Uint8Array()]), 2)).toEqual([
    longest,
    new Uint8Array(),
  ])
  expect(() => encodeLogEntryBundle([new Uint8Array(maxLogEntryBytes + 1)])).toThrow(RangeError)
  expect(() => encodeLogEntryBundle([])).toThrow(RangeError)
})
