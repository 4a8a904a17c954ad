// Reads the tree of the activity log (a transparency log; Merkle tree, RFC 6962 §2): roots, inclusion proofs, consistency
// proofs and tiles (C2SP tlog-tiles), of what is sealed. Few of its hashes are kept: those of lines, and the roots of full tiles above them. All others are hashed anew from 128 of those at most, which stand side by side.
import { hashAuditEntryLeaf } from '@countersign/api/create-incremental-audit-log-verifier'
import { hashAdjacentSubtrees, parseMerkleCompactRange, computeMerkleRoot } from '@countersign/log/merkle-compact-range'
import { encodeLogEntryBundle } from '@countersign/log/transparency-log-entry-bundle'
import type { MerkleNodePosition } from '@countersign/log/merkle-leaf-range-subtrees'
import {
  buildMerkleProof,
  listConsistencyProofNodes,
  listInclusionProofNodes,
  listMerkleRootNodes,
} from '@countersign/log/merkle-proofs'
import type { MerkleProof } from '@countersign/log/merkle-proofs'
import { encodeLogTile, listLogTileNodes, logTileHeight, logTileWidth } from '@countersign/log/transparency-log-tile'
import type { LogTile } from '@countersign/log/transparency-log-tile'
import type { DatabaseQueryBuilder } from '../platform/database/open-sqlite-or-postgres-database.ts'
import { auditLogGenesisHash } from './compute-audit-entry-hash.ts'

/** The tree as it is sealed: what an instance of the release before has chained since is not in it yet. */
export interface MerkleTreeHead {
  /** The line behind which it begins: its hash is the first leaf, and the leaf i is that of the line base + i. */
  base: number
  /** Leaves. */
  size: number
  /** 32 bytes. */
  root: Uint8Array
}

export async function readMerkleTreeHead(queries: DatabaseQueryBuilder): Promise<MerkleTreeHead> {
  const { tree_offset, compact_range } = await queries
    .selectFrom('audit_log_head')
    .select(['tree_offset', 'compact_range'])
    .executeTakeFirstOrThrow()
  const range = parseMerkleCompactRange(compact_range)
  return { base: tree_offset, size: range.end, root: computeMerkleRoot(range) }
}

/**
 * The root of the tree when it had so many leaves.
 * @throws RangeError where it has fewer
 */
export async function readMerkleTreeRoot(
  queries: DatabaseQueryBuilder,
  tree: MerkleTreeHead,
  size: number,
): Promise<Uint8Array> {
  assertTreeSize(tree, size)
  return size === 0
    ? computeMerkleRoot({ begin: 0, end: 0, hashes: [] })
    : hashAdjacentSubtrees(
        await buildMerkleProof(listMerkleRootNodes(size), (nodes) => readMerkleTreeNodes(queries, tree, nodes)),
      )
}

/**
 * What proves that a line stands in the tree of a size (RFC 9162 §2.1.3).
 * @throws RangeError where it does not
 */
export async function proveMerkleInclusion(
  queries: DatabaseQueryBuilder,
  tree: MerkleTreeHead,
  { sequence, size }: { sequence: number; size: number },
): Promise<MerkleProof> {
  assertTreeSize(tree, size)
  return buildMerkleProof(listInclusionProofNodes(sequence - tree.base, size), (nodes) =>
    readMerkleTreeNodes(queries, tree, nodes),
  )
}

/**
 * What proves that the tree of a size begins with that of an older one (RFC 9162 §2.1.4).
 * @throws RangeError where the older one is larger, or the tree smaller
 */
export async function proveMerkleConsistency(
  queries: DatabaseQueryBuilder,
  tree: MerkleTreeHead,
  { oldSize, size }: { oldSize: number; size: number },
): Promise<MerkleProof> {
  assertTreeSize(tree, size)
  return buildMerkleProof(listConsistencyProofNodes(oldSize, size), (nodes) =>
    readMerkleTreeNodes(queries, tree, nodes),
  )
}

/**
 * A tile as it is served: hashes, or the entries of the log, each the hash of a line as text (C2SP tlog-tiles, §Merkle Tree and §Log entries).
 * @returns null where the tree has not all that would be in it
 */
export async function readMerkleTreeTile(
  queries: DatabaseQueryBuilder,
  tree: MerkleTreeHead,
  tile: LogTile,
): Promise<Uint8Array | null> {
  const first = tile.index * logTileWidth
  const leavesOfOne = tile.level === 'entries' ? 1 : logTileWidth ** tile.level
  if ((first + tile.width) * leavesOfOne > tree.size) return null
  if (tile.level !== 'entries') return encodeLogTile(await readMerkleTreeNodes(queries, tree, listLogTileNodes(tile)))
  const run = { level: 0, first, count: tile.width }
  const entries = await readHashRuns(queries, tree, [run])
  return encodeLogEntryBundle(getRunHashes(run, entries).map((entry) => new TextEncoder().encode(entry)))
}

function assertTreeSize({ size: sealed }: MerkleTreeHead, size: number): void {
  if (size > sealed) throw new RangeError(`The tree has ${sealed} leaves, and not ${size}.`)
}

/** Hashes that are kept and stand side by side. */
interface HashRun {
  /** 0, of lines; 8, 16 and so on, of nodes. */
  level: number
  first: number
  count: number
}

/** What a node is made of. */
function findHashRun({ level, index }: MerkleNodePosition): HashRun {
  const kept = Math.floor(level / logTileHeight) * logTileHeight
  const count = 2 ** (level - kept)
  return { level: kept, first: index * count, count }
}

/** The hashes of nodes that are full, in the same order: by one query for each level that is kept. */
export async function readMerkleTreeNodes(
  queries: DatabaseQueryBuilder,
  tree: Pick<MerkleTreeHead, 'base'>,
  nodes: readonly MerkleNodePosition[],
): Promise<Uint8Array[]> {
  const runs = nodes.map(findHashRun)
  const kept = await readHashRuns(queries, tree, runs)
  return runs.map((run) => {
    const hashes = getRunHashes(run, kept)
    return foldFullSubtree(
      run.level === 0 ? hashes.map(hashAuditEntryLeaf) : hashes.map((hash) => Buffer.from(hash, 'hex')),
    )
  })
}

/** The root of a full subtree: its leaves are a power of two. */
function foldFullSubtree(hashes: readonly Uint8Array[]): Uint8Array {
  let level = hashes
  while (level.length > 1)
    level = Array.from({ length: level.length / 2 }, (_, at) => hashAdjacentSubtrees(level.slice(2 * at, 2 * at + 2)))
  return level[0] as Uint8Array
}

/** Level and place → hash, as text. */
type StoredHashes = ReadonlyMap<string, string>

const keyOf = (level: number, index: number): string => `${level}/${index}`

function getRunHashes({ level, first, count }: HashRun, kept: StoredHashes): string[] {
  return Array.from({ length: count }, (_, at) => {
    const hash = kept.get(keyOf(level, first + at))
    if (hash === undefined) throw new Error(`The tree of the activity log lacks the hash ${keyOf(level, first + at)}`)
    return hash
  })
}

async function readHashRuns(
  queries: DatabaseQueryBuilder,
  { base }: Pick<MerkleTreeHead, 'base'>,
  runs: readonly HashRun[],
): Promise<StoredHashes> {
  const kept = new Map<string, string>()
  for (const [level, ofLevel] of Map.groupBy(mergeAdjacentRuns(runs), (run) => run.level)) {
    const rows =
      level === 0 ? await readEntryHashes(queries, base, ofLevel) : await readStoredNodeHashes(queries, level, ofLevel)
    for (const { node_index, hash } of rows) kept.set(keyOf(level, node_index), hash)
  }
  return kept
}

/** Runs of a level that follow each other are one range to read: a tile of hashes would be 256. */
function mergeAdjacentRuns(runs: readonly HashRun[]): HashRun[] {
  const joined: HashRun[] = []
  for (const run of runs.toSorted((one, other) => one.level - other.level || one.first - other.first)) {
    const last = joined.at(-1)
    if (last !== undefined && last.level === run.level && last.first + last.count === run.first) last.count += run.count
    else joined.push({ ...run })
  }
  return joined
}

async function readEntryHashes(
  queries: DatabaseQueryBuilder,
  base: number,
  runs: readonly HashRun[],
): Promise<{ node_index: number; hash: string }[]> {
  const rows = await queries
    .selectFrom('audit_events')
    .select(['sequence', 'hash'])
    .where(({ or, between }) =>
      or(runs.map(({ first, count }) => between('sequence', base + first, base + first + count - 1))),
    )
    .execute()
  const lines = rows.map(({ sequence, hash }) => ({ node_index: sequence - base, hash }))
  // A log that has always had a tree has no line before the first.
  return base === 0 ? [{ node_index: 0, hash: auditLogGenesisHash }, ...lines] : lines
}

async function readStoredNodeHashes(
  queries: DatabaseQueryBuilder,
  level: number,
  runs: readonly HashRun[],
): Promise<{ node_index: number; hash: string }[]> {
  return queries
    .selectFrom('audit_log_nodes')
    .select(['node_index', 'hash'])
    .where('level', '=', level)
    .where(({ or, between }) => or(runs.map(({ first, count }) => between('node_index', first, first + count - 1))))
    .execute()
}
