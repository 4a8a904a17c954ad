// Reads the tree of the activity log (a transparency log; Merkle tree, RFC 6962 §2): roots, inclusion proofs, consistency
// proofs and tiles (C2SP tlog-tiles), of what is sealed. Few of its hashes are kept: those of lines, and the roots of full tiles above them. All others are hashed anew from 128 of those at most, which stand side by side.
import { leafOf } from '@countersign/api/log-walk'
import { foldHashes, parseRange, rootOf } from '@countersign/log/compact-range'
import { encodeEntries } from '@countersign/log/entry-bundle'
import type { NodePosition } from '@countersign/log/node-position'
import { buildProof, planConsistency, planInclusion, planRoot } from '@countersign/log/proofs'
import type { Proof } from '@countersign/log/proofs'
import { encodeTile, nodesOfTile, tileHeight, tileWidth } from '@countersign/log/tile'
import type { Tile } from '@countersign/log/tile'
import type { Queries } from '../platform/database/open-database.ts'
import { startOfChain } from './event.ts'

/** The tree as it is sealed: what an instance of the release before has chained since is not in it yet. */
export interface SealedTree {
  /** The line behind which it begins: its hash is the first leaf, and the leaf i is that of the line base + i. */
  base: number
  /** Leaves. */
  size: number
  /** 32 bytes. */
  root: Uint8Array
}

export async function readSealedTree(queries: Queries): Promise<SealedTree> {
  const { tree_base, tree } = await queries
    .selectFrom('event_head')
    .select(['tree_base', 'tree'])
    .executeTakeFirstOrThrow()
  const range = parseRange(tree)
  return { base: tree_base, size: range.end, root: rootOf(range) }
}

/**
 * The root of the tree when it had so many leaves.
 * @throws RangeError where it has fewer
 */
export async function readRoot(queries: Queries, tree: SealedTree, size: number): Promise<Uint8Array> {
  requireSize(tree, size)
  return size === 0
    ? rootOf({ begin: 0, end: 0, hashes: [] })
    : foldHashes(await buildProof(planRoot(size), (nodes) => readNodes(queries, tree, nodes)))
}

/**
 * What proves that a line stands in the tree of a size (RFC 9162 §2.1.3).
 * @throws RangeError where it does not
 */
export async function proveInclusion(
  queries: Queries,
  tree: SealedTree,
  { sequence, size }: { sequence: number; size: number },
): Promise<Proof> {
  requireSize(tree, size)
  return buildProof(planInclusion(sequence - tree.base, size), (nodes) => readNodes(queries, tree, nodes))
}

/**
 * What proves that the tree of a size begins with that of an older one (RFC 9162 §2.1.4).
 * @throws RangeError where the older one is larger, or the tree smaller
 */
export async function proveConsistency(
  queries: Queries,
  tree: SealedTree,
  { oldSize, size }: { oldSize: number; size: number },
): Promise<Proof> {
  requireSize(tree, size)
  return buildProof(planConsistency(oldSize, size), (nodes) => readNodes(queries, tree, nodes))
}

/**
 * A tile as it is served: hashes, or the entries of the log, each the hash of a line as text (C2SP tlog-tiles, §Merkle Tree and §Log entries).
 * @returns null where the tree has not all that would be in it
 */
export async function readTile(queries: Queries, tree: SealedTree, tile: Tile): Promise<Uint8Array | null> {
  const first = tile.index * tileWidth
  const leavesOfOne = tile.level === 'entries' ? 1 : tileWidth ** tile.level
  if ((first + tile.width) * leavesOfOne > tree.size) return null
  if (tile.level !== 'entries') return encodeTile(await readNodes(queries, tree, nodesOfTile(tile)))
  const run = { level: 0, first, count: tile.width }
  const entries = await readRuns(queries, tree, [run])
  return encodeEntries(hashesOfRun(run, entries).map((entry) => new TextEncoder().encode(entry)))
}

function requireSize({ size: sealed }: SealedTree, size: number): void {
  if (size > sealed) throw new RangeError(`The tree has ${sealed} leaves, and not ${size}.`)
}

/** Hashes that are kept and stand side by side. */
interface Run {
  /** 0, of lines; 8, 16 and so on, of nodes. */
  level: number
  first: number
  count: number
}

/** What a node is made of. */
function runOf({ level, index }: NodePosition): Run {
  const kept = Math.floor(level / tileHeight) * tileHeight
  const count = 2 ** (level - kept)
  return { level: kept, first: index * count, count }
}

/** The hashes of nodes that are full, in the same order: by one query for each level that is kept. */
export async function readNodes(
  queries: Queries,
  tree: Pick<SealedTree, 'base'>,
  nodes: readonly NodePosition[],
): Promise<Uint8Array[]> {
  const runs = nodes.map(runOf)
  const kept = await readRuns(queries, tree, runs)
  return runs.map((run) => {
    const hashes = hashesOfRun(run, kept)
    return foldFull(run.level === 0 ? hashes.map(leafOf) : hashes.map((hash) => Buffer.from(hash, 'hex')))
  })
}

/** The root of a full subtree: its leaves are a power of two. */
function foldFull(hashes: readonly Uint8Array[]): Uint8Array {
  let level = hashes
  while (level.length > 1)
    level = Array.from({ length: level.length / 2 }, (_, at) => foldHashes(level.slice(2 * at, 2 * at + 2)))
  return level[0] as Uint8Array
}

/** Level and place → hash, as text. */
type KeptHashes = ReadonlyMap<string, string>

const keyOf = (level: number, place: number): string => `${level}/${place}`

function hashesOfRun({ level, first, count }: Run, kept: KeptHashes): string[] {
  return Array.from({ length: count }, (_, at) => {
    const hash = kept.get(keyOf(level, first + at))
    if (hash === undefined) throw new Error(`The tree of the activity log lacks the hash ${keyOf(level, first + at)}`)
    return hash
  })
}

async function readRuns(
  queries: Queries,
  { base }: Pick<SealedTree, 'base'>,
  runs: readonly Run[],
): Promise<KeptHashes> {
  const kept = new Map<string, string>()
  for (const [level, ofLevel] of Map.groupBy(joinRuns(runs), (run) => run.level)) {
    const rows = level === 0 ? await readLines(queries, base, ofLevel) : await readKept(queries, level, ofLevel)
    for (const { place, hash } of rows) kept.set(keyOf(level, place), hash)
  }
  return kept
}

/** Runs of a level that follow each other are one range to read: a tile of hashes would be 256. */
function joinRuns(runs: readonly Run[]): Run[] {
  const joined: Run[] = []
  for (const run of runs.toSorted((one, other) => one.level - other.level || one.first - other.first)) {
    const last = joined.at(-1)
    if (last !== undefined && last.level === run.level && last.first + last.count === run.first) last.count += run.count
    else joined.push({ ...run })
  }
  return joined
}

async function readLines(
  queries: Queries,
  base: number,
  runs: readonly Run[],
): Promise<{ place: number; hash: string }[]> {
  const rows = await queries
    .selectFrom('events')
    .select(['sequence', 'hash'])
    .where(({ or, between }) =>
      or(runs.map(({ first, count }) => between('sequence', base + first, base + first + count - 1))),
    )
    .execute()
  const lines = rows.map(({ sequence, hash }) => ({ place: sequence - base, hash }))
  // A log that has always had a tree has no line before the first.
  return base === 0 ? [{ place: 0, hash: startOfChain }, ...lines] : lines
}

async function readKept(
  queries: Queries,
  level: number,
  runs: readonly Run[],
): Promise<{ place: number; hash: string }[]> {
  return queries
    .selectFrom('event_nodes')
    .select(['place', 'hash'])
    .where('level', '=', level)
    .where(({ or, between }) => or(runs.map(({ first, count }) => between('place', first, first + count - 1))))
    .execute()
}
