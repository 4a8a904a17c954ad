// Reads nodes of a tree from its tiles, so that a client makes its proofs itself and the log serves nothing but files (C2SP tlog-tiles, §Merkle Tree). Tiles are
// not signed: what is made of them counts only once it was verified against a checkpoint.
import { nodeHash } from './hash.ts'
import type { NodePosition } from './node-position.ts'
import { parseTile, placeInTile, tilePath } from './tile.ts'
import type { Tile } from './tile.ts'

/** Answers with the bytes of the tiles asked for, in the same order. */
export type ReadTiles = (tiles: readonly Tile[]) => readonly Uint8Array[] | Promise<readonly Uint8Array[]>

/**
 * The hashes of nodes, for `assembleProof` or as `readNodes` of `buildProof`; each tile is asked for once, and all by one call.
 *
 * @example
 * ```ts
 * const proof = await buildProof(planInclusion(index, size), (nodes) => nodesFromTiles(nodes, size, readTiles))
 * ```
 *
 * @param size leaves of the tree, of a verified checkpoint
 * @throws RangeError where the tree has not these nodes in full; LogFault `tile.malformed`
 */
export async function nodesFromTiles(
  nodes: readonly NodePosition[],
  size: number,
  readTiles: ReadTiles,
): Promise<Uint8Array[]> {
  const places = nodes.map((node) => placeInTile(node, size))
  const tiles = new Map(places.map(({ tile }) => [tilePath(tile), tile]))
  const files = tiles.size === 0 ? [] : await readTiles([...tiles.values()])
  if (files.length !== tiles.size) throw new RangeError(`${tiles.size} tiles were asked for, and ${files.length} came.`)
  const hashes = new Map([...tiles].map(([path, { width }], at) => [path, parseTile(files[at]!, width)]))
  return places.map(({ tile, first, count }) => subtreeHash(hashes.get(tilePath(tile))!.slice(first, first + count)))
}

/** The hash above a full subtree's leaves, of which there are a power of two. */
function subtreeHash(hashes: readonly Uint8Array[]): Uint8Array {
  let level = hashes
  while (level.length > 1)
    level = Array.from({ length: level.length / 2 }, (_, at) => nodeHash(level[2 * at]!, level[2 * at + 1]!))
  return level[0]!
}
