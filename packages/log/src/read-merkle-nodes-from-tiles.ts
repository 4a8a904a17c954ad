// Tiles (C2SP tlog-tiles, §Merkle Tree) are not signed: verify results against a checkpoint.
import { hashMerkleNodes } from './merkle-hash.ts'
import type { MerkleNodePosition } from './merkle-leaf-range-subtrees.ts'
import { decodeLogTile, locateNodeInLogTile, formatLogTilePath } from './transparency-log-tile.ts'
import type { LogTile } from './transparency-log-tile.ts'

/** Returns the bytes of the requested tiles in the order of the request. */
export type LogTileReader = (tiles: readonly LogTile[]) => readonly Uint8Array[] | Promise<readonly Uint8Array[]>

/**
 * Reads the hashes of nodes for `assembleMerkleProof`, with all tiles in one call.
 * @param size number of leaves, from a verified checkpoint
 * @throws RangeError if a node is missing or not full; TransparencyLogError `tile.malformed`
 */
export async function readMerkleNodesFromTiles(
  nodes: readonly MerkleNodePosition[],
  size: number,
  readTiles: LogTileReader,
): Promise<Uint8Array[]> {
  const places = nodes.map((node) => locateNodeInLogTile(node, size))
  const tiles = new Map(places.map(({ tile }) => [formatLogTilePath(tile), tile]))
  const files = tiles.size === 0 ? [] : await readTiles([...tiles.values()])
  if (files.length !== tiles.size)
    throw new RangeError(`${tiles.size} tiles were requested, but ${files.length} were returned.`)
  const hashes = new Map([...tiles].map(([path, { width }], at) => [path, decodeLogTile(files[at]!, width)]))
  return places.map(({ tile, first, count }) =>
    hashSubtree(hashes.get(formatLogTilePath(tile))!.slice(first, first + count)),
  )
}

/** Computes the common root of hashes whose number is a power of two. */
function hashSubtree(hashes: readonly Uint8Array[]): Uint8Array {
  let level = hashes
  while (level.length > 1)
    level = Array.from({ length: level.length / 2 }, (_, at) => hashMerkleNodes(level[2 * at]!, level[2 * at + 1]!))
  return level[0]!
}
