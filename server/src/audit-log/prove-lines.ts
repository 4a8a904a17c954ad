// Proves many lines of the activity log to stand in one tree (inclusion proofs, RFC 6962 §2.1.1; C2SP tlog-tiles): tile by tile, each of which is read and
// hashed once for all lines below it, so that the proofs of somebody with thousands of lines are read as a whole and not one by one.
import { assembleProof, nodesOf, planInclusion } from '@countersign/log/proofs'
import type { Proof } from '@countersign/log/proofs'
import { nodeHash } from '@countersign/log/hash'
import type { NodePosition } from '@countersign/log/node-position'
import { nodesOfTile, placeInTile, tileHeight, tileWidth } from '@countersign/log/tile'
import type { Tile } from '@countersign/log/tile'
import type { Queries } from '../platform/database/open-database.ts'
import { readNodes } from './tree.ts'
import type { SealedTree } from './tree.ts'

/** Proves lines; those of a batch may stand anywhere, but are proved fastest in the order of the log, or against it. */
export interface LineProver {
  /** @returns the proof of each line that is in the tree, by its sequence; others are left out */
  prove: (sequences: readonly number[]) => Promise<Map<number, Proof>>
}

/** Tiles of lines that are read and held at once: 4,096 lines. */
const tilesAtOnce = 16

/** @param size of the tree that they are proved to stand in: that of a checkpoint */
export function createProver(queries: Queries, tree: SealedTree, size: number): LineProver {
  /** Of the last tiles that were read: whoever goes through the log in its order comes to the upper ones again. */
  let known: ReadonlyMap<string, HashedTile> = new Map()

  async function proveSome(indexes: readonly number[]): Promise<(readonly [number, Proof])[]> {
    const plans = indexes.map((index) => planInclusion(index, size))
    const needed = new Map(
      plans.flatMap(nodesOf).map((node) => {
        const { tile } = placeInTile(node, size)
        return [keyOf(tile), tile]
      }),
    )
    const missing = [...needed.values()].filter((tile) => !known.has(keyOf(tile)))
    const hashes = await readNodes(queries, tree, missing.flatMap(nodesOfTile))
    const read = new Map<string, HashedTile>()
    let at = 0
    for (const tile of missing) read.set(keyOf(tile), hashTile(hashes.slice(at, (at += tile.width))))
    const all = new Map([...needed.keys()].map((key) => [key, (read.get(key) ?? known.get(key)) as HashedTile]))
    known = all
    return plans.map((plan, place) => {
      const proof = assembleProof(
        plan,
        nodesOf(plan).map((node) => hashIn(all, node, size)),
      )
      return [tree.base + (indexes[place] as number), proof] as const
    })
  }

  return {
    prove: async (sequences) => {
      const inTree = sequences.filter((sequence) => sequence >= tree.base && sequence < tree.base + size)
      const byTile = Map.groupBy(
        inTree.map((sequence) => sequence - tree.base),
        (index) => Math.floor(index / tileWidth),
      )
      const tiles = [...byTile.values()]
      const proofs = new Map<number, Proof>()
      for (let from = 0; from < tiles.length; from += tilesAtOnce)
        for (const [sequence, proof] of await proveSome(tiles.slice(from, from + tilesAtOnce).flat()))
          proofs.set(sequence, proof)
      return proofs
    },
  }
}

/** The hashes of a tile, and those of all full nodes above them within it: by level, from its own on. */
type HashedTile = readonly (readonly Uint8Array[])[]

function hashTile(hashes: readonly Uint8Array[]): HashedTile {
  const levels = [hashes]
  for (let level = 1; level < tileHeight; level += 1) {
    const below = levels[level - 1] as readonly Uint8Array[]
    levels.push(
      Array.from({ length: Math.floor(below.length / 2) }, (_, at) =>
        nodeHash(below[2 * at] as Uint8Array, below[2 * at + 1] as Uint8Array),
      ),
    )
  }
  return levels
}

function hashIn(tiles: ReadonlyMap<string, HashedTile>, node: NodePosition, size: number): Uint8Array {
  const { tile, first, count } = placeInTile(node, size)
  const hash = tiles.get(keyOf(tile))?.[node.level % tileHeight]?.[first / count]
  if (hash === undefined) throw new Error(`The tree of the activity log lacks the node ${node.level}/${node.index}`)
  return hash
}

const keyOf = ({ level, index }: Tile): string => `${level}/${index}`
