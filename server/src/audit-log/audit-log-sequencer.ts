// Gives written lines their place in the log, and puts them into its Merkle tree (the sequencer of a transparency log; RFC 6962, decision 0058). Whoever
// has the row of the head seals, and nobody waits for it but who erases: another instance goes on to something else, and one that froze
// while it had it is cut off by the database after two seconds.
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

/** A line that is written, and has no place yet. */
export type UnsequencedAuditEntry = Omit<PendingAuditEventsTable, 'id'>

/** How many lines are sealed by one step at most: a statement has room for only so many values. */
export const auditSequencerBatchSize = 500

/** The levels of the tree of which the nodes are kept: the roots of tiles of 256 hashes (C2SP tlog-tiles). */
const storedLevel = 8

/**
 * Seals the lines that wait, at most a step's worth.
 * @returns how many; null where somebody else is sealing
 */
export async function sequencePendingAuditEntries(queries: DatabaseQueryBuilder): Promise<number | null> {
  // An idle server does not ask for the head ten times a second, nor for the one writer of an SQLite file.
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

/**
 * Seals all lines that wait, those of this transaction too, and holds the log until it ends: for who erases or lets go, so that everything that
 * was written until now is found in its place, and whoever comes after finds what was done. Call it when everything else is held.
 */
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

/** Whoever began to write when another was done comes behind them: an act that followed an answer stands after what was answered. */
const readUnsequenced = prepareSqlQuery((queries: DatabaseQueryBuilder) =>
  queries.selectFrom('pending_audit_events').selectAll().orderBy('id').limit(auditSequencerBatchSize),
)

/** Puts lines at the end of the log, in this order, at most `sequenceBatchSize` of them. The head is held, or nobody else can write. */
export async function appendSequencedAuditEntries(
  transaction: DatabaseTransaction,
  lines: readonly UnsequencedAuditEntry[],
): Promise<void> {
  const [head] = await selectHead(transaction)
  if (head === undefined) throw new Error('The activity log has no head')
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

/** The tree as it stands, and its nodes that became full since it was read. */
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

/** The tree up to the head. An instance of the release before appends to the chain, and knows of no tree: its lines come into it first. */
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
    if (others.length === 0) throw new Error(`The activity log ends at line ${reached}, and its head is ${sequence}`)
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

/**
 * Keeps the evidence of lines, but for those of a person who was erased meanwhile: it is looked up while the head is held,
 * which who erases holds as well, and so nothing of them comes after them. Their lines stay, as others whose evidence was erased.
 */
const insertEvidence = prepareSqlBatchQuery((queries, rows: readonly AuditEventEvidenceTable[]) => {
  const values = rows.map(
    ({ sequence, person_id, salt, content, address, proof_id }) =>
      sql`(cast(${sequence} as bigint), cast(${person_id} as text), cast(${salt} as text), cast(${content} as text), cast(${address} as text), cast(${proof_id} as text))`,
  )
  // Both databases call the columns of such a list column1, column2 and so on.
  const statement = sql`insert into audit_event_evidence (sequence, person_id, salt, content, address, proof_id)
    select column1, column2, column3, column4, column5, column6 from (values ${sql.join(values)}) as line
    where column2 is null or exists (select 1 from people where people.id = column2 and people.status <> 'erased')`
  return { compile: () => statement.compile(queries) }
})

/** The newest line that waits; null where none does. */
async function findNewestUnsequenced(queries: DatabaseQueryBuilder): Promise<number | null> {
  if (isSqlite(queries)) return null
  const [row] = await selectNewestUnsequenced(queries)
  return row?.newest ?? null
}

const selectNewestUnsequenced = prepareSqlQuery((queries: DatabaseQueryBuilder) =>
  queries.selectFrom('pending_audit_events').select(({ fn }) => fn.max('id').as('newest')),
)

/** Seals, for one instance. */
export interface AuditLogSequencer {
  /** Seals what waits; main calls it ten times a second. */
  sequencePending: () => Promise<void>
  /**
   * Lets whoever reads the log find what was written before: seals it, or waits for a moment until others have.
   * @returns false where some of it still waits: whoever seals has frozen, and another goes on in two seconds
   */
  flush: () => Promise<boolean>
}

/** How often, and after how long each time, who reads looks whether others have sealed. */
const maxPolls = 12
const pollIntervalMs = 25

/** One job at a time: whoever comes while it runs is there for the next one. */
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

/** How many lines wait to be sealed: all of them, or those of people. */
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
