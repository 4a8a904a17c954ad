// Tiles store only every eighth level (C2SP tlog-tiles); readers recompute those in between.
import { merkleHashByteLength } from './merkle-hash.ts'
import { TransparencyLogError } from './transparency-log-error.ts'
import { isValidLeafRange } from './merkle-leaf-range-subtrees.ts'
import type { MerkleNodePosition } from './merkle-leaf-range-subtrees.ts'

// Go's sumdb/tlog uses the same values (C2SP tlog-tiles, §Merkle Tree).
export const logTileHeight = 8
export const logTileWidth = 256

/** A file of hashes or, for level `entries`, the file with the entries of a level-0 tile. */
export interface LogTile {
  /** The level of the tile, which is the level of the tree divided by 8: 0 to 63. */
  readonly level: number | 'entries'
  readonly index: number
  /** The number of hashes or entries, 1 to 256. A tile with fewer than 256 is partial. */
  readonly width: number
}

/**
 * Formats the path of a tile as `tile/L/N`, followed by `.p/W` if it is partial (C2SP tlog-tiles,
 * §Merkle Tree).
 * @throws RangeError if there is no such tile
 */
export function formatLogTilePath(tile: LogTile): string {
  const { level, index, width } = tile
  if (!isValidTile(tile)) throw new RangeError(`Invalid tile ${level}/${index} of width ${width}.`)
  const digits = String(index)
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/.../g) ?? []
  const name = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/')
  return `tile/${level}/${name}${width === logTileWidth ? '' : `.p/${width}`}`
}

/** Parses the path of a tile. Returns undefined if the path is not canonical. */
export function parseLogTilePath(path: string): LogTile | undefined {
  const [, level = '', name = '', width] =
    /^tile\/(entries|[0-9]{1,2})\/((?:x[0-9]{3}\/){0,5}[0-9]{3})(?:\.p\/([0-9]{1,3}))?$/.exec(path) ?? []
  if (name === '') return undefined
  const tile: LogTile = {
    level: level === 'entries' ? level : Number(level),
    index: Number(name.replaceAll(/[x/]/g, '')),
    width: width === undefined ? logTileWidth : Number(width),
  }
  // Extra leading zeros, or a width of 256, would make a second path to the same tile.
  return isValidTile(tile) && formatLogTilePath(tile) === path ? tile : undefined
}

/**
 * Lists the hash tiles that a growing log must publish before its new checkpoint. From size 0,
 * these are all tiles.
 * @throws RangeError if the old tree is larger than the new one
 */
export function listNewLogTiles(oldSize: number, size: number): LogTile[] {
  if (!isValidLeafRange(oldSize, size))
    throw new RangeError(`A tree of size ${size} cannot extend a tree of size ${oldSize}.`)
  const tiles: LogTile[] = []
  for (let level = 0; countHashesAtLevel(level, size) > 0; level += 1)
    tiles.push(...listGrownTiles(level, countHashesAtLevel(level, oldSize), countHashesAtLevel(level, size)))
  return tiles
}

/** @throws RangeError if the log shrinks */
export function listNewLogEntryBundles(oldSize: number, size: number): LogTile[] {
  if (!isValidLeafRange(oldSize, size))
    throw new RangeError(`A log of size ${size} cannot extend a log of size ${oldSize}.`)
  return listGrownTiles('entries', oldSize, size)
}

function listGrownTiles(level: LogTile['level'], oldCount: number, count: number): LogTile[] {
  const tiles: LogTile[] = []
  if (count > oldCount)
    for (let index = Math.floor(oldCount / logTileWidth); index * logTileWidth < count; index += 1)
      tiles.push({ level, index, width: Math.min(logTileWidth, count - index * logTileWidth) })
  return tiles
}

/** Lists the nodes in the order of the tile; there are none for entries. */
export function listLogTileNodes({ level, index, width }: LogTile): MerkleNodePosition[] {
  if (level === 'entries') return []
  return Array.from({ length: width }, (_, at) => ({ level: level * logTileHeight, index: index * logTileWidth + at }))
}

/** The hashes below a node: `count` consecutive hashes of a tile, starting at position `first`. */
export interface LogTileSlice {
  readonly tile: LogTile
  readonly first: number
  readonly count: number
}

/** @throws RangeError if the tree does not have the node or it is not full */
export function locateNodeInLogTile({ level, index }: MerkleNodePosition, size: number): LogTileSlice {
  if (!isValidLeafRange(index, size) || (index + 1) * 2 ** level > size)
    throw new RangeError(`A tree of size ${size} has no full node ${level}/${index}.`)
  const tileLevel = Math.floor(level / logTileHeight)
  const count = 2 ** (level % logTileHeight)
  const first = index * count
  const tileIndex = Math.floor(first / logTileWidth)
  const width = Math.min(logTileWidth, countHashesAtLevel(tileLevel, size) - tileIndex * logTileWidth)
  return { tile: { level: tileLevel, index: tileIndex, width }, first: first % logTileWidth, count }
}

/** @throws RangeError unless there are 1 to 256 hashes of 32 bytes */
export function encodeLogTile(hashes: readonly Uint8Array[]): Uint8Array {
  if (hashes.length < 1 || hashes.length > logTileWidth || hashes.some(({ length }) => length !== merkleHashByteLength))
    throw new RangeError('A tile must have 1 to 256 hashes of 32 bytes each.')
  const bytes = new Uint8Array(hashes.length * merkleHashByteLength)
  for (const [at, hash] of hashes.entries()) bytes.set(hash, at * merkleHashByteLength)
  return bytes
}

/**
 * Decodes the first `width` hashes. A full tile may be given instead of a partial one (C2SP
 * tlog-tiles, §Partial Tiles).
 * @throws TransparencyLogError `tile.malformed`
 */
export function decodeLogTile(bytes: Uint8Array, width: number): Uint8Array[] {
  if (bytes.length !== width * merkleHashByteLength && bytes.length !== logTileWidth * merkleHashByteLength)
    throw new TransparencyLogError(
      'tile.malformed',
      `A tile of ${width} hashes must have ${width * merkleHashByteLength} bytes, not ${bytes.length}.`,
    )
  return Array.from({ length: width }, (_, at) =>
    bytes.slice(at * merkleHashByteLength, (at + 1) * merkleHashByteLength),
  )
}

// Counts the full subtrees with 256^level leaves.
const countHashesAtLevel = (level: number, size: number): number => Math.floor(size / logTileWidth ** level)

const isValidTile = ({ level, index, width }: LogTile): boolean =>
  (level === 'entries' || (Number.isInteger(level) && level >= 0 && level <= 63)) &&
  isValidLeafRange(0, index) &&
  Number.isInteger(width) &&
  width >= 1 &&
  width <= logTileWidth
