// Only the instance that holds the lock of the head row sequences entries (decision 0058). It
// appends them to a Merkle tree (RFC 6962). PostgreSQL ends an idle transaction after two seconds.
import { hashAuditEntryLeaf, encodeHex } from '@countersign/api/create-incremental-audit-log-verifier'
import {
  appendMerkleCompactRangeLeaves,
  formatMerkleCompactRange,
  parseMerkleCompactRange,
} from '@countersign/log/merkle-compact-range'
import type { MerkleCompactRange } from '@countersign/log/merkle-compact-range'
import type { MerkleNode } from '@countersign/log/merkle-leaf-range-subtrees'
import { sql } from 'kysely'
import { setTimeout as wait } from 'node:timers/promises'
import type { DatabaseQueryBuilder, DatabaseTransaction } from '../platform/database/database-types.ts'
import { isSqlite } from '../platform/database/is-sqlite.ts'
import { prepareSqlQuery, prepareSqlBatchQuery } from '../platform/database/prepare-and-pipeline-sql-queries.ts'
import type {
  AuditEventEvidenceTable,
  AuditLogHeadTable,
  AuditEventsTable,
  PendingAuditEventsTable,
} from '../platform/database/database-schema.ts'
import { computeSequencedAuditEntryHash } from './compute-audit-entry-hash.ts'
import { insertAuditEntrySearchLinks, collectAuditEntrySearchLinks } from './audit-entry-search-link-rows.ts'

export type UnsequencedAuditEntry = Omit<PendingAuditEventsTable, 'id'>

/** The number of values in a statement is limited. */
export const auditSequencerBatchSize = 500

/** Only nodes at multiples of this level are stored: the roots of tiles (C2SP tlog-tiles). */
const storedLevel = 8

/** @returns how many entries were sequenced, or null if another instance is sequencing */
export async function sequencePendingAuditEntries(queries: DatabaseQueryBuilder): Promise<number | null> {
  // An idle server must not lock the head ten times a second, or keep SQLite's only writer busy.
  if ((await findNewestUnsequenced(queries)) === null) return 0
  return queries.transaction().execute(async (transaction) => {
    const held = await transaction
      .selectFrom('audit_log_head')
      .select('id')
      .where('id', '=', 1)
      .forUpdate()
      .skipLocked()
      .execute()
    return held.length === 0 ? null : sequencePendingBatch(transaction)
  })
}

/** Locks the log until the transaction ends. The caller must take all other locks first. */
export async function sequenceAuditEntriesInTransaction(transaction: DatabaseTransaction): Promise<void> {
  if (isSqlite(transaction)) return
  await transaction.selectFrom('audit_log_head').select('id').where('id', '=', 1).forUpdate().execute()
  while ((await sequencePendingBatch(transaction)) === auditSequencerBatchSize);
}

async function sequencePendingBatch(transaction: DatabaseTransaction): Promise<number> {
  const waiting = await readUnsequenced(transaction)
  if (waiting.length === 0) return 0
  await appendSequencedAuditEntries(
    transaction,
    waiting.map(({ id: _id, ...line }) => line),
  )
  await transaction
    .deleteFrom('pending_audit_events')
    .where(
      'id',
      'in',
      waiting.map(({ id }) => id),
    )
    .execute()
  return waiting.length
}

/** In ID order, so that an entry written after another was acknowledged follows it in the log. */
const readUnsequenced = prepareSqlQuery((queries: DatabaseQueryBuilder) =>
  queries.selectFrom('pending_audit_events').selectAll().orderBy('id').limit(auditSequencerBatchSize),
)

/** The caller must hold the lock of the head, or be the only writer. */
export async function appendSequencedAuditEntries(
  transaction: DatabaseTransaction,
  lines: readonly UnsequencedAuditEntry[],
): Promise<void> {
  const [head] = await selectHead(transaction)
  if (head === undefined) throw new Error('The audit log has no head')
  const sealed = lines.map((line, index) => ({
    ...line,
    sequence: head.sequence + index + 1,
    hash: hashPendingEntry(line),
  }))
  const last = sealed.at(-1)
  if (last === undefined) return
  const grown = appendToTree(await readAuditLogTreeUpToHead(transaction, head), sealed)

  await insertEntries(
    transaction,
    sealed.map(({ sequence, at, type, outcome, details, evidence_hash, hash }) => ({
      sequence,
      at,
      type,
      outcome,
      details,
      evidence_hash,
      previous_hash: '',
      hash,
    })),
  )
  await insertEvidence(
    transaction,
    sealed.map(({ sequence, person_id, salt, content, address, proof_id }) => ({
      sequence,
      person_id,
      salt,
      content,
      address,
      proof_id,
    })),
  )
  const links = sealed.flatMap(({ sequence, details, content }) =>
    collectAuditEntrySearchLinks(
      sequence,
      JSON.parse(details) as Record<string, string | number>,
      JSON.parse(content) as Record<string, string>,
    ),
  )
  for (let from = 0; from < links.length; from += auditSequencerBatchSize)
    await insertAuditEntrySearchLinks(transaction, links.slice(from, from + auditSequencerBatchSize))
  await insertNodes(transaction, grown.nodes)
  await updateHead(transaction, last.sequence, last.hash, formatMerkleCompactRange(grown.range))
}

const hashPendingEntry = ({ at, type, outcome, details, evidence_hash: evidenceHash }: UnsequencedAuditEntry): string =>
  computeSequencedAuditEntryHash({ at, type, outcome, details, evidenceHash })

interface StoredTree {
  range: MerkleCompactRange
  nodes: readonly NodeRow[]
}

interface NodeRow {
  level: number
  node_index: number
  hash: string
}

function appendToTree({ range, nodes }: StoredTree, lines: readonly Pick<AuditEventsTable, 'hash'>[]): StoredTree {
  const full = [...nodes]
  const keep = ({ level, index, hash }: MerkleNode): void => {
    if (level > 0 && level % storedLevel === 0) full.push({ level, node_index: index, hash: encodeHex(hash) })
  }
  const leaves = lines.map(({ hash }) => hashAuditEntryLeaf(hash))
  return { range: appendMerkleCompactRangeLeaves(range, leaves, keep), nodes: full }
}

// Instances of the previous release append to the chain only; this adds their entries to the tree.
export async function readAuditLogTreeUpToHead(
  queries: DatabaseQueryBuilder,
  { sequence, tree_offset, compact_range }: AuditLogHeadTable,
): Promise<StoredTree> {
  let grown: StoredTree = { range: parseMerkleCompactRange(compact_range), nodes: [] }
  for (;;) {
    const reached = tree_offset + grown.range.end - 1
    if (reached === sequence) return grown
    const others = await queries
      .selectFrom('audit_events')
      .select('hash')
      .where('sequence', '>', reached)
      .where('sequence', '<=', sequence)
      .orderBy('sequence')
      .limit(auditSequencerBatchSize)
      .execute()
    if (others.length === 0) throw new Error(`The audit log ends at entry ${reached}, but its head is ${sequence}`)
    grown = appendToTree(grown, others)
  }
}

const selectHead = prepareSqlQuery((queries: DatabaseQueryBuilder) =>
  queries.selectFrom('audit_log_head').selectAll().where('id', '=', 1),
)

const updateHead = prepareSqlQuery((queries: DatabaseQueryBuilder, sequence: number, hash: string, tree: string) =>
  queries.updateTable('audit_log_head').set({ sequence, hash, compact_range: tree }).where('id', '=', 1),
)

const insertEntries = prepareSqlBatchQuery((queries, lines: readonly Omit<AuditEventsTable, 'expired_by'>[]) =>
  queries.insertInto('audit_events').values(lines),
)

const insertNodes = prepareSqlBatchQuery((queries, nodes: readonly NodeRow[]) =>
  queries.insertInto('audit_log_nodes').values(nodes),
)

// Skips erased people. An erasure locks the head too, so no evidence can be written after it.
const insertEvidence = prepareSqlBatchQuery((queries, rows: readonly AuditEventEvidenceTable[]) => {
  const values = rows.map(
    ({ sequence, person_id, salt, content, address, proof_id }) =>
      sql`(cast(${sequence} as bigint), cast(${person_id} as text), cast(${salt} as text), cast(${content} as text), cast(${address} as text), cast(${proof_id} as text))`,
  )
  const statement = sql`insert into audit_event_evidence (sequence, person_id, salt, content, address, proof_id)
    select column1, column2, column3, column4, column5, column6 from (values ${sql.join(values)}) as line
    where column2 is null or exists (select 1 from people where people.id = column2 and people.status <> 'erased')`
  return { compile: () => statement.compile(queries) }
})

async function findNewestUnsequenced(queries: DatabaseQueryBuilder): Promise<number | null> {
  if (isSqlite(queries)) return null
  const [row] = await selectNewestUnsequenced(queries)
  return row?.newest ?? null
}

const selectNewestUnsequenced = prepareSqlQuery((queries: DatabaseQueryBuilder) =>
  queries.selectFrom('pending_audit_events').select(({ fn }) => fn.max('id').as('newest')),
)

export interface AuditLogSequencer {
  sequencePending: () => Promise<void>
  /** Returns false if some entries are still pending. */
  flush: () => Promise<boolean>
}

const maxPolls = 12
const pollIntervalMs = 25

export function createAuditLogSequencer(queries: DatabaseQueryBuilder): AuditLogSequencer {
  let running: Promise<void> | null = null
  const sequencePending = (): Promise<void> =>
    (running ??= sequenceAll(queries).finally(() => {
      running = null
    }))
  return {
    sequencePending,
    flush: async () => {
      const newest = await findNewestUnsequenced(queries)
      if (newest === null) return true
      for (let look = 0; look < maxPolls; look += 1) {
        await running
        await sequencePending()
        const { rows } = await sql`select 1 from pending_audit_events where id <= ${newest} limit 1`.execute(queries)
        if (rows.length === 0) return true
        await wait(pollIntervalMs)
      }
      return false
    },
  }
}

async function sequenceAll(queries: DatabaseQueryBuilder): Promise<void> {
  while ((await sequencePendingAuditEntries(queries)) === auditSequencerBatchSize);
}

export async function countUnsequencedAuditEntries(
  queries: DatabaseQueryBuilder,
  personIds?: readonly string[],
): Promise<number> {
  if (isSqlite(queries)) return 0
  const { count } = await queries
    .selectFrom('pending_audit_events')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .$if(personIds !== undefined, (query) => query.where('person_id', 'in', personIds ?? []))
    .executeTakeFirstOrThrow()
  return Number(count)
}
