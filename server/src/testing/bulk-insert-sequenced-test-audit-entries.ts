// Bulk-inserts sequenced audit log entries without evidence, for tests of a large tree.
import { hashAuditEntryLeaf, encodeHex } from '@countersign/api/create-incremental-audit-log-verifier'
import {
  appendMerkleCompactRangeLeaves,
  formatMerkleCompactRange,
  parseMerkleCompactRange,
} from '@countersign/log/merkle-compact-range'
import { computeAuditEvidenceHash, computeSequencedAuditEntryHash } from '../audit-log/compute-audit-entry-hash.ts'
import { sql } from 'kysely'
import { isSqlite } from '../platform/database/is-sqlite.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../platform/database/open-sqlite-or-postgres-database.ts'

const batchSize = 1000

/** @param at time of the first entry; further entries follow one second apart */
export async function bulkInsertSequencedTestAuditEntries(
  queries: DatabaseQueryBuilder,
  lines: number,
  at = 1000,
  owner: (index: number) => string | null = () => null,
): Promise<void> {
  const head = await queries.selectFrom('audit_log_head').selectAll().executeTakeFirstOrThrow()
  let range = parseMerkleCompactRange(head.compact_range)
  for (let done = 0; done < lines; done += batchSize) {
    const batch = Array.from({ length: Math.min(batchSize, lines - done) }, (_, index) => {
      const sequence = head.sequence + done + index + 1
      const content = JSON.stringify({ sessionId: `session of ${sequence}` })
      const personId = owner(done + index)
      const line = {
        at: at + 1000 * (done + index),
        type: 'session.ended',
        outcome: 'success',
        details: JSON.stringify({ reason: 'revoked' }),
        evidenceHash: computeAuditEvidenceHash('salt', personId, content),
      } as const
      return {
        ...line,
        sequence,
        personId,
        content,
        salt: 'salt',
        previousHash: '',
        hash: computeSequencedAuditEntryHash(line),
      }
    })
    const nodes: { level: number; node_index: number; hash: string }[] = []
    range = appendMerkleCompactRangeLeaves(
      range,
      batch.map(({ hash }) => hashAuditEntryLeaf(hash)),
      ({ level, index, hash }) => {
        if (level > 0 && level % 8 === 0) nodes.push({ level, node_index: index, hash: encodeHex(hash) })
      },
    )
    const { sequence = 0, hash = '' } = batch.at(-1) ?? {}
    await queries.transaction().execute(async (transaction) => {
      await insertJson(transaction, 'audit_events', batch)
      await insertJson(transaction, 'audit_event_evidence', batch)
      if (nodes.length > 0) await transaction.insertInto('audit_log_nodes').values(nodes).execute()
      await transaction
        .updateTable('audit_log_head')
        .set({ sequence, hash, compact_range: formatMerkleCompactRange(range) })
        .execute()
    })
  }
}

const columns = {
  audit_events: {
    sequence: 'sequence',
    at: 'at',
    type: 'type',
    outcome: 'outcome',
    details: 'details',
    evidence_hash: 'evidenceHash',
    previous_hash: 'previousHash',
    hash: 'hash',
  },
  audit_event_evidence: { sequence: 'sequence', person_id: 'personId', salt: 'salt', content: 'content' },
} as const

/** One JSON parameter, because building SQL for thousands of rows is slower than running it. */
async function insertJson(
  transaction: DatabaseTransaction,
  table: keyof typeof columns,
  lines: readonly object[],
): Promise<void> {
  const read = isSqlite(transaction)
    ? (member: string) => `json_extract(line.value, '$.${member}')`
    : (member: string) =>
        member === 'sequence' || member === 'at' ? `(line.value ->> '${member}')::bigint` : `line.value ->> '${member}'`
  const from = isSqlite(transaction)
    ? sql`json_each(${JSON.stringify(lines)}) as line`
    : sql`json_array_elements(${JSON.stringify(lines)}::json) as line`
  const names = Object.keys(columns[table]).join(', ')
  const values = Object.values(columns[table]).map(read).join(', ')
  await sql`insert into ${sql.raw(table)} (${sql.raw(names)}) select ${sql.raw(values)} from ${from}`.execute(
    transaction,
  )
}
