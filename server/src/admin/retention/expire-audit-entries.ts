// Expires entries about refused attempts, which anyone can cause. Their hashes remain, and
// altered entries are kept as evidence (THREATS N13).
import type { ServerLimitValues } from '@countersign/api/server-limits'
import { sha256Hex } from '@countersign/log/merkle-hash'
import { sql } from 'kysely'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { AuditEventType } from '../../audit-log/append-audit-events.ts'
import {
  computeChainedAuditEntryHash,
  computeAuditEvidenceHash,
  computeSequencedAuditEntryHash,
  formatExpiredEntryHashInput,
  initialExpiredAuditBatchHash,
} from '../../audit-log/compute-audit-entry-hash.ts'
import { sequenceAuditEntriesInTransaction } from '../../audit-log/audit-log-sequencer.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import { lockAuditEvidence, pruneAuditEntries } from '../../audit-log/prune-audit-entries.ts'
import type { AuditEntryWithEvidence } from '../../audit-log/prune-audit-entries.ts'
import type { Database, DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { AuditEventsTable } from '../../platform/database/database-schema.ts'
import { lockDataRetentionJob } from './lock-data-retention-job.ts'

/** The database lets no other types expire (migrations/0001-schema.ts). */
const expirableEventTypes: readonly string[] = [
  'sign_in.refused',
  'step_up.refused',
  'wallet.refused',
  'passkey.refused',
  'cross_device.ended',
] satisfies AuditEventType[]

const batchSize = 500

const dayMs = 86_400_000

interface ExpiryContext extends Pick<Database, 'kind' | 'queries'> {
  random: RandomBytes
  limits: Pick<ServerLimitValues, 'refusedAttemptRetentionDays'>
}

/** Expires entries of whole days only, so that at most one record a day is needed. */
export async function expireAuditEntries(
  { kind, queries, random, limits }: ExpiryContext,
  now: number,
): Promise<number> {
  const days = limits.refusedAttemptRetentionDays
  const before = Math.floor(now / dayMs - days) * dayMs
  return queries.transaction().execute(async (transaction) => {
    const { sequence: place, batch: last } = await lockDataRetentionJob(transaction)
    const due = await findExpiredEntries(transaction, place, { before, now })
    const end = due.at(-1)
    if (end === undefined) return 0
    const going = due.filter((line) => expirableEventTypes.includes(line.type) && isIntact(line))
    if (!(await lockAuditEvidence(transaction, kind, going))) return 0
    const [first, final] = [going[0], going.at(-1)]
    if (first === undefined || final === undefined) {
      await transaction.updateTable('retention_progress').set({ sequence: end.sequence }).where('id', '=', 1).execute()
      return due.length
    }
    const batch = last + 1
    const { tree_offset } = await transaction
      .selectFrom('audit_log_head')
      .select('tree_offset')
      .executeTakeFirstOrThrow()
    await pruneAuditEntries(transaction, kind, going, batch)
    await transaction
      .updateTable('retention_progress')
      .set({ sequence: end.sequence, batch })
      .where('id', '=', 1)
      .execute()
    await appendAuditEvents(transaction, random, now, [
      {
        type: 'retention.applied',
        outcome: 'success',
        details: {
          batch,
          lines: going.length,
          first: first.sequence,
          last: final.sequence,
          before: new Date(before).toISOString(),
          days,
          digest: digestOf(going, tree_offset),
        },
        evidence: { personId: null, content: {} },
      },
    ])
    // Sequencing here makes the expiry and its record visible at the same time.
    await sequenceAuditEntriesInTransaction(transaction)
    return due.length
  })
}

/** An entry with a future time was written while the clock was ahead. */
async function findExpiredEntries(
  transaction: DatabaseTransaction,
  place: number,
  { before, now }: { before: number; now: number },
): Promise<AuditEntryWithEvidence[]> {
  const { sequence: counted } = await transaction
    .selectFrom('audit_event_cursor')
    .select('sequence')
    .executeTakeFirstOrThrow()
  // The partial index is only used with the literal `refused`.
  const { rows } =
    await sql<AuditEntryWithEvidence>`select audit_events.*, evidence.salt, evidence.person_id, evidence.content
    from (select sequence from audit_events where outcome = 'refused' and sequence > ${place} and sequence <= ${counted} order by sequence limit ${batchSize}) as refused
    cross join audit_events left join audit_event_evidence as evidence on evidence.sequence = audit_events.sequence
    where audit_events.sequence = refused.sequence order by audit_events.sequence`.execute(transaction)
  const young = rows.findIndex(({ at }) => at > before && at <= now)
  const old = (young === -1 ? rows : rows.slice(0, young)).findLastIndex(({ at }) => at <= before)
  if (old >= 0 || rows.length < batchSize || young >= 0) return rows.slice(0, old + 1)
  // If the batch has only future times, it expires if the next entry with a past time does.
  const { rows: next } = await sql<{ at: number }>`select at from audit_events
    where outcome = 'refused' and sequence > ${rows.at(-1)?.sequence ?? place} and sequence <= ${counted} and at <= ${now} order by sequence limit 1`.execute(
    transaction,
  )
  return next[0] !== undefined && next[0].at <= before ? rows : []
}

function isIntact(line: AuditEntryWithEvidence): boolean {
  const { sequence, at, type, outcome, details, evidence_hash: evidenceHash, salt, person_id: personId, content } = line
  const written = { sequence, at, type, outcome, details, evidenceHash }
  const hash =
    line.previous_hash === ''
      ? computeSequencedAuditEntryHash(written)
      : computeChainedAuditEntryHash(line.previous_hash, written)
  if (hash !== line.hash) return false
  return salt === null || content === null || computeAuditEvidenceHash(salt, personId, content) === evidenceHash
}

/** Entries in the tree are chained by position, not by `previous_hash`. */
const digestOf = (lines: readonly AuditEventsTable[], base: number): string =>
  lines.reduce(
    (digest, { sequence, at, previous_hash, hash }) =>
      sha256Hex(
        formatExpiredEntryHashInput(digest, { sequence, at, previousHash: sequence > base ? '' : previous_hash, hash }),
      ),
    initialExpiredAuditBatchHash,
  )
