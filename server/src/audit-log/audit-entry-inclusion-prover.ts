// Builds inclusion proofs for many entries at once (RFC 6962 §2.1.1; C2SP tlog-tiles).
import { assembleMerkleProof, flattenMerkleProofNodes, listInclusionProofNodes } from '@countersign/log/merkle-proofs'
import type { MerkleProof } from '@countersign/log/merkle-proofs'
import { hashMerkleNodes } from '@countersign/log/merkle-hash'
import type { MerkleNodePosition } from '@countersign/log/merkle-leaf-range-subtrees'
import {
  listLogTileNodes,
  locateNodeInLogTile,
  logTileHeight,
  logTileWidth,
} from '@countersign/log/transparency-log-tile'
import type { LogTile } from '@countersign/log/transparency-log-tile'
import type { DatabaseQueryBuilder } from '../platform/database/open-sqlite-or-postgres-database.ts'
import { readMerkleTreeNodes } from './read-audit-log-merkle-tree.ts'
import type { MerkleTreeHead } from './read-audit-log-merkle-tree.ts'

/** Entries may be requested in any order; log order, forward or backward, is fastest. */
export interface AuditEntryInclusionProver {
  prove: (sequences: readonly number[]) => Promise<Map<number, MerkleProof>>
}

const tileBatchSize = 16

export function createAuditEntryInclusionProver(
  queries: DatabaseQueryBuilder,
  tree: MerkleTreeHead,
  size: number,
): AuditEntryInclusionProver {
  let known: ReadonlyMap<string, HashedTile> = new Map()

  async function proveSome(indexes: readonly number[]): Promise<(readonly [number, MerkleProof])[]> {
    const plans = indexes.map((index) => listInclusionProofNodes(index, size))
    const needed = new Map(
      plans.flatMap(flattenMerkleProofNodes).map((node) => {
        const { tile } = locateNodeInLogTile(node, size)
        return [tileKey(tile), tile]
      }),
    )
    const missing = [...needed.values()].filter((tile) => !known.has(tileKey(tile)))
    const hashes = await readMerkleTreeNodes(queries, tree, missing.flatMap(listLogTileNodes))
    const read = new Map<string, HashedTile>()
    let at = 0
    for (const tile of missing) read.set(tileKey(tile), hashTile(hashes.slice(at, (at += tile.width))))
    const all = new Map([...needed.keys()].map((key) => [key, (read.get(key) ?? known.get(key)) as HashedTile]))
    known = all
    return plans.map((plan, place) => {
      const proof = assembleMerkleProof(
        plan,
        flattenMerkleProofNodes(plan).map((node) => readNodeHash(all, node, size)),
      )
      return [tree.base + (indexes[place] as number), proof] as const
    })
  }

  return {
    prove: async (sequences) => {
      const inTree = sequences.filter((sequence) => sequence >= tree.base && sequence < tree.base + size)
      const byTile = Map.groupBy(
        inTree.map((sequence) => sequence - tree.base),
        (index) => Math.floor(index / logTileWidth),
      )
      const tiles = [...byTile.values()]
      const proofs = new Map<number, MerkleProof>()
      for (let from = 0; from < tiles.length; from += tileBatchSize)
        for (const [sequence, proof] of await proveSome(tiles.slice(from, from + tileBatchSize).flat()))
          proofs.set(sequence, proof)
      return proofs
    },
  }
}

// The hashes of a tile and of all full nodes above them in the same tile, by level, lowest first.
type HashedTile = readonly (readonly Uint8Array[])[]

function hashTile(hashes: readonly Uint8Array[]): HashedTile {
  const levels = [hashes]
  for (let level = 1; level < logTileHeight; level += 1) {
    const below = levels[level - 1] as readonly Uint8Array[]
    levels.push(
      Array.from({ length: Math.floor(below.length / 2) }, (_, at) =>
        hashMerkleNodes(below[2 * at] as Uint8Array, below[2 * at + 1] as Uint8Array),
      ),
    )
  }
  return levels
}

function readNodeHash(tiles: ReadonlyMap<string, HashedTile>, node: MerkleNodePosition, size: number): Uint8Array {
  const { tile, first, count } = locateNodeInLogTile(node, size)
  const hash = tiles.get(tileKey(tile))?.[node.level % logTileHeight]?.[first / count]
  if (hash === undefined) throw new Error(`The audit log tree lacks the node ${node.level}/${node.index}`)
  return hash
}

const tileKey = ({ level, index }: LogTile): string => `${level}/${index}`
