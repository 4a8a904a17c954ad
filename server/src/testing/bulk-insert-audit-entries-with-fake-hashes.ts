// Bulk-inserts audit log entries with fake hashes, for performance tests of reading.
import { hashAuditEntryLeaf } from '@countersign/api/create-incremental-audit-log-verifier'
import {
  appendMerkleCompactRangeLeaves,
  createEmptyMerkleCompactRange,
  formatMerkleCompactRange,
} from '@countersign/log/merkle-compact-range'
import { sequenceAllAuditEntries } from './inspect-test-database.ts'
import type { DatabaseQueryBuilder } from '../platform/database/open-sqlite-or-postgres-database.ts'

const batchSize = 1000

export async function bulkInsertAuditEntriesWithFakeHashes(
  queries: DatabaseQueryBuilder,
  {
    from,
    lines,
    at,
    owner,
  }: {
    from: number
    lines: number
    at: number
    owner: (index: number) => { personId: string | null; address?: string }
  },
): Promise<void> {
  await sequenceAllAuditEntries(queries)
  for (let start = 0; start < lines; start += batchSize) {
    const indexes = Array.from({ length: Math.min(batchSize, lines - start) }, (_, index) => start + index)
    await queries
      .insertInto('audit_events')
      .values(
        indexes.map((index) => ({
          sequence: from + index,
          at: at + index,
          type: index % 100 === 7 ? 'wallet.linked' : 'session.started',
          outcome: 'success' as const,
          details: '{"method":"ecdsa"}',
          evidence_hash: 'hash',
          previous_hash: 'hash',
          hash: `hash ${from + index}`,
        })),
      )
      .execute()
    await queries
      .insertInto('audit_event_evidence')
      .values(
        indexes.map((index) => {
          const { personId, address = null } = owner(index)
          const content = JSON.stringify({ userAgent: 'Test browser', message: 'm'.repeat(400) })
          return { sequence: from + index, person_id: personId, salt: 'salt', content, address }
        }),
      )
      .execute()
  }
  await startTestMerkleTreeAfterSequence(queries, from + lines - 1)
}

/** Simulates entries that were written before the Merkle tree was introduced. */
export async function startTestMerkleTreeAfterSequence(queries: DatabaseQueryBuilder, sequence: number): Promise<void> {
  const { hash } = await queries
    .selectFrom('audit_events')
    .select('hash')
    .where('sequence', '=', sequence)
    .executeTakeFirstOrThrow()
  const tree = formatMerkleCompactRange(
    appendMerkleCompactRangeLeaves(createEmptyMerkleCompactRange(), [hashAuditEntryLeaf(hash)]),
  )
  await queries
    .updateTable('audit_log_head')
    .set({ sequence, hash, tree_offset: sequence, compact_range: tree })
    .execute()
  await queries.deleteFrom('audit_log_nodes').execute()
}
