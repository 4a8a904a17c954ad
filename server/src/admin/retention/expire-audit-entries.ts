// Lets lines about refused attempts go when their time is over (retention): anybody can make this server write them, and from where they
// tried is not kept for ever. Of a line its place, time and hash are left, and a line at the end of the log tells which were let go, by
// which setting, and holds their hashes and those of their neighbours (THREATS N13). What is no longer as it was written is not let go:
// nobody loses the trace of a change that way.
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

/** The kinds of line that may be let go; the database permits no others (migrations/0001-schema.ts). */
const expirableEventTypes: readonly string[] = [
  'sign_in.refused',
  'step_up.refused',
  'wallet.refused',
  'passkey.refused',
  'cross_device.ended',
] satisfies AuditEventType[]

/** How many lines one transaction lets go at most, and looks at. */
const batchSize = 500

const dayMs = 86_400_000

interface ExpiryContext extends Pick<Database, 'kind' | 'queries'> {
  random: RandomBytes
  limits: Pick<ServerLimitValues, 'refusedAttemptRetentionDays'>
}

/**
 * Lets a batch of lines go. The last day is always kept whole, so that a quiet log has one note a day at most.
 * @returns how many lines were looked at and are done with; none where nothing is due
 */
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
    // Nobody finds the lines gone and the note of it not there yet.
    await sequenceAuditEntriesInTransaction(transaction)
    return due.length
  })
}

/**
 * The next refused lines behind a place whose time is over, in the order in which they were written. One that is not over stops them: a
 * clock that was set back makes no line older than those before it. One of a time that is still to come was written by a clock
 * that was ahead, and is over as soon as one behind it is.
 */
async function findExpiredEntries(
  transaction: DatabaseTransaction,
  place: number,
  { before, now }: { before: number; now: number },
): Promise<AuditEntryWithEvidence[]> {
  const { sequence: counted } = await transaction
    .selectFrom('audit_event_cursor')
    .select('sequence')
    .executeTakeFirstOrThrow()
  // The index of refused lines knows the word only as it is written here.
  const { rows } =
    await sql<AuditEntryWithEvidence>`select audit_events.*, evidence.salt, evidence.person_id, evidence.content
    from (select sequence from audit_events where outcome = 'refused' and sequence > ${place} and sequence <= ${counted} order by sequence limit ${batchSize}) as refused
    cross join audit_events left join audit_event_evidence as evidence on evidence.sequence = audit_events.sequence
    where audit_events.sequence = refused.sequence order by audit_events.sequence`.execute(transaction)
  const young = rows.findIndex(({ at }) => at > before && at <= now)
  const old = (young === -1 ? rows : rows.slice(0, young)).findLastIndex(({ at }) => at <= before)
  if (old >= 0 || rows.length < batchSize || young >= 0) return rows.slice(0, old + 1)
  // Nothing but lines of a time to come: the next one of another time says whether theirs is over.
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

/** A line of the tree has its neighbours by its place, whoever wrote it. */
const digestOf = (lines: readonly AuditEventsTable[], base: number): string =>
  lines.reduce(
    (digest, { sequence, at, previous_hash, hash }) =>
      sha256Hex(
        formatExpiredEntryHashInput(digest, { sequence, at, previousHash: sequence > base ? '' : previous_hash, hash }),
      ),
    initialExpiredAuditBatchHash,
  )
