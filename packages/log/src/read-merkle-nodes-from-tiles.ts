// Reads nodes of a tree from its tiles, so that a client makes its proofs itself and the log serves nothing but files (C2SP tlog-tiles, §Merkle Tree). Tiles are
// not signed: what is made of them counts only once it was verified against a checkpoint.
import { hashMerkleNodes } from './merkle-hash.ts'
import type { MerkleNodePosition } from './merkle-leaf-range-subtrees.ts'
import { decodeLogTile, locateNodeInLogTile, formatLogTilePath } from './transparency-log-tile.ts'
import type { LogTile } from './transparency-log-tile.ts'

/** Answers with the bytes of the tiles asked for, in the same order. */
export type LogTileReader = (tiles: readonly LogTile[]) => readonly Uint8Array[] | Promise<readonly Uint8Array[]>

/**
 * The hashes of nodes, for `assembleMerkleProof` or as `readNodes` of `buildMerkleProof`; each tile is asked for once, and all by one call.
 *
 * @example
 * ```ts
 * const proof = await buildMerkleProof(listInclusionProofNodes(index, size), (nodes) => readNodesFromTiles(nodes, size, readTiles))
 * ```
 *
 * @param size leaves of the tree, of a verified checkpoint
 * @throws RangeError where the tree has not these nodes in full; TransparencyLogError `tile.malformed`
 */
export async function readMerkleNodesFromTiles(
  nodes: readonly MerkleNodePosition[],
  size: number,
  readTiles: LogTileReader,
): Promise<Uint8Array[]> {
  const places = nodes.map((node) => locateNodeInLogTile(node, size))
  const tiles = new Map(places.map(({ tile }) => [formatLogTilePath(tile), tile]))
  const files = tiles.size === 0 ? [] : await readTiles([...tiles.values()])
  if (files.length !== tiles.size) throw new RangeError(`${tiles.size} tiles were asked for, and ${files.length} came.`)
  const hashes = new Map([...tiles].map(([path, { width }], at) => [path, decodeLogTile(files[at]!, width)]))
  return places.map(({ tile, first, count }) =>
    hashSubtree(hashes.get(formatLogTilePath(tile))!.slice(first, first + count)),
  )
}

/** The hash above a full subtree's leaves, of which there are a power of two. */
function hashSubtree(hashes: readonly Uint8Array[]): Uint8Array {
  let level = hashes
  while (level.length > 1)
    level = Array.from({ length: level.length / 2 }, (_, at) => hashMerkleNodes(level[2 * at]!, level[2 * at + 1]!))
  return level[0]!
}
