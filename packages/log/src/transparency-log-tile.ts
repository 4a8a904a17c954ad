// Tiles (C2SP tlog-tiles; Go's sumdb/tlog with a height of 8): the tree as files of up to 256 hashes that follow each other, which never change once they
// are full. Every eighth level of the tree is written down; those between are hashed again by who reads.
import { merkleHashByteLength } from './merkle-hash.ts'
import { TransparencyLogError } from './transparency-log-error.ts'
import { isValidLeafRange } from './merkle-leaf-range-subtrees.ts'
import type { MerkleNodePosition } from './merkle-leaf-range-subtrees.ts'

/** Levels of the tree that a tile stands for, and hashes of a full one (C2SP tlog-tiles, §Merkle Tree). */
export const logTileHeight = 8
export const logTileWidth = 256

/** A file of hashes, or (`entries`) of the entries whose hashes are in the tile of level 0 of the same index. */
export interface LogTile {
  /** Of tiles: that of the tree, divided by 8; 0 to 63. */
  readonly level: number | 'entries'
  /** From the left, 0 being the first. */
  readonly index: number
  /** Hashes or entries in it: 1 to 256. One with fewer than 256 is partial. */
  readonly width: number
}

/**
 * Where a tile is served, below the log's prefix: `tile/L/N`, and `.p/W` behind it where it is partial (C2SP tlog-tiles, §Merkle Tree).
 * @throws RangeError where there is no such tile
 */
export function formatLogTilePath(tile: LogTile): string {
  const { level, index, width } = tile
  if (!isValidTile(tile)) throw new RangeError(`There is no tile ${level}/${index} of width ${width}.`)
  const digits = String(index)
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/.../g) ?? []
  const name = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/')
  return `tile/${level}/${name}${width === logTileWidth ? '' : `.p/${width}`}`
}

/** The tile that a path names, or undefined where it is not the one path of any. */
export function parseLogTilePath(path: string): LogTile | undefined {
  const [, level = '', name = '', width] =
    /^tile\/(entries|[0-9]{1,2})\/((?:x[0-9]{3}\/){0,5}[0-9]{3})(?:\.p\/([0-9]{1,3}))?$/.exec(path) ?? []
  if (name === '') return undefined
  const tile: LogTile = {
    level: level === 'entries' ? level : Number(level),
    index: Number(name.replaceAll(/[x/]/g, '')),
    width: width === undefined ? logTileWidth : Number(width),
  }
  // Leading zeros, and a full tile called partial, would be second paths.
  return isValidTile(tile) && formatLogTilePath(tile) === path ? tile : undefined
}

/**
 * The tiles of hashes that a tree of `size` leaves has and one of `oldSize` had not: what a log publishes before a checkpoint. With 0, all tiles of a tree.
 * @throws RangeError where the old tree is larger
 */
export function listNewLogTiles(oldSize: number, size: number): LogTile[] {
  if (!isValidLeafRange(oldSize, size)) throw new RangeError(`A tree of ${size} does not come after one of ${oldSize}.`)
  const tiles: LogTile[] = []
  for (let level = 0; countHashesAtLevel(level, size) > 0; level += 1)
    tiles.push(...listGrownTiles(level, countHashesAtLevel(level, oldSize), countHashesAtLevel(level, size)))
  return tiles
}

/**
 * The bundles of entries that a log of `size` has and one of `oldSize` had not.
 * @throws RangeError where the old log is larger
 */
export function listNewLogEntryBundles(oldSize: number, size: number): LogTile[] {
  if (!isValidLeafRange(oldSize, size)) throw new RangeError(`A log of ${size} does not come after one of ${oldSize}.`)
  return listGrownTiles('entries', oldSize, size)
}

function listGrownTiles(level: LogTile['level'], oldCount: number, count: number): LogTile[] {
  const tiles: LogTile[] = []
  if (count > oldCount)
    for (let index = Math.floor(oldCount / logTileWidth); index * logTileWidth < count; index += 1)
      tiles.push({ level, index, width: Math.min(logTileWidth, count - index * logTileWidth) })
  return tiles
}

/** The nodes whose hashes are in a tile, in its order. None for entries. */
export function listLogTileNodes({ level, index, width }: LogTile): MerkleNodePosition[] {
  if (level === 'entries') return []
  return Array.from({ length: width }, (_, at) => ({ level: level * logTileHeight, index: index * logTileWidth + at }))
}

/** Where the hashes below a node stand: `count` of a tile, from the place `first` on. */
export interface LogTileSlice {
  readonly tile: LogTile
  readonly first: number
  readonly count: number
}

/**
 * The tile that a node is read from, as a tree of `size` leaves has it.
 * @throws RangeError where the tree has not this node, or not in full
 */
export function locateNodeInLogTile({ level, index }: MerkleNodePosition, size: number): LogTileSlice {
  if (!isValidLeafRange(index, size) || (index + 1) * 2 ** level > size)
    throw new RangeError(`A tree of ${size} has no full node ${level}/${index}.`)
  const tileLevel = Math.floor(level / logTileHeight)
  const count = 2 ** (level % logTileHeight)
  const first = index * count
  const tileIndex = Math.floor(first / logTileWidth)
  const width = Math.min(logTileWidth, countHashesAtLevel(tileLevel, size) - tileIndex * logTileWidth)
  return { tile: { level: tileLevel, index: tileIndex, width }, first: first % logTileWidth, count }
}

/**
 * A tile as bytes: its hashes one after the other.
 * @throws RangeError where these are not 1 to 256 hashes
 */
export function encodeLogTile(hashes: readonly Uint8Array[]): Uint8Array {
  if (hashes.length < 1 || hashes.length > logTileWidth || hashes.some(({ length }) => length !== merkleHashByteLength))
    throw new RangeError('A tile has 1 to 256 hashes of 32 bytes.')
  const bytes = new Uint8Array(hashes.length * merkleHashByteLength)
  for (const [at, hash] of hashes.entries()) bytes.set(hash, at * merkleHashByteLength)
  return bytes
}

/**
 * The hashes of a tile. The full tile may be given for a partial one, which a log need not keep (C2SP tlog-tiles, §Partial Tiles).
 * @throws TransparencyLogError `tile.malformed`
 */
export function decodeLogTile(bytes: Uint8Array, width: number): Uint8Array[] {
  if (bytes.length !== width * merkleHashByteLength && bytes.length !== logTileWidth * merkleHashByteLength)
    throw new TransparencyLogError(
      'tile.malformed',
      `A tile of ${width} hashes has ${width * merkleHashByteLength} bytes, not ${bytes.length}.`,
    )
  return Array.from({ length: width }, (_, at) =>
    bytes.slice(at * merkleHashByteLength, (at + 1) * merkleHashByteLength),
  )
}

/** How many hashes the tiles of a level have together: the full subtrees of 256^level leaves. */
const countHashesAtLevel = (level: number, size: number): number => Math.floor(size / logTileWidth ** level)

const isValidTile = ({ level, index, width }: LogTile): boolean =>
  (level === 'entries' || (Number.isInteger(level) && level >= 0 && level <= 63)) &&
  isValidLeafRange(0, index) &&
  Number.isInteger(width) &&
  width >= 1 &&
  width <= logTileWidth
