// Only entry hashes and the roots of full tiles are stored (RFC 6962 §2; C2SP tlog-tiles). Any
// other node is computed from at most 128 of them.
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

/** May lack entries that an instance of the previous release has appended only to the chain. */
export interface MerkleTreeHead {
  /** Sequence number of the last entry before the tree, whose hash is leaf 0. */
  base: number
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

export async function readMerkleTreeRoot(
  queries: DatabaseQueryBuilder,
  tree: MerkleTreeHead,
  size: number,
): Promise<Uint8Array> {
  assertTreeSize(tree, size)
  return size === 0
    ? computeMerkleRoot({ start: 0, end: 0, hashes: [] })
    : hashAdjacentSubtrees(
        await buildMerkleProof(listMerkleRootNodes(size), (nodes) => readMerkleTreeNodes(queries, tree, nodes)),
      )
}

/** RFC 9162 §2.1.3. */
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

/** RFC 9162 §2.1.4. @throws RangeError unless oldSize ≤ size ≤ the size of the tree */
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

/** Returns null if the tile is incomplete (C2SP tlog-tiles, §Merkle Tree and §Log entries). */
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
  if (size > sealed) throw new RangeError(`The tree has ${sealed} leaves, not ${size}.`)
}

interface HashRun {
  /** Level 0 for entries; 8, 16 and so on for nodes. */
  level: number
  first: number
  count: number
}

function findHashRun({ level, index }: MerkleNodePosition): HashRun {
  const kept = Math.floor(level / logTileHeight) * logTileHeight
  const count = 2 ** (level - kept)
  return { level: kept, first: index * count, count }
}

/** Runs one query per stored level. */
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

function foldFullSubtree(hashes: readonly Uint8Array[]): Uint8Array {
  let level = hashes
  while (level.length > 1)
    level = Array.from({ length: level.length / 2 }, (_, at) => hashAdjacentSubtrees(level.slice(2 * at, 2 * at + 2)))
  return level[0] as Uint8Array
}

type StoredHashes = ReadonlyMap<string, string>

const keyOf = (level: number, index: number): string => `${level}/${index}`

function getRunHashes({ level, first, count }: HashRun, kept: StoredHashes): string[] {
  return Array.from({ length: count }, (_, at) => {
    const hash = kept.get(keyOf(level, first + at))
    if (hash === undefined) throw new Error(`The audit log tree lacks the hash ${keyOf(level, first + at)}`)
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
  // If the log has had a tree from the start, leaf 0 is the genesis hash and not an entry's hash.
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
