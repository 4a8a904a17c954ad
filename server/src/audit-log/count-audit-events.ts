// A projection of the log: walks along behind its writers, each line exactly once, and counts, so that the figures of any range cost the
// same however long the log is. On the way it links lines that were written before lines had links, and notes which lines an hour has.
import { signInMethodByProofMethod } from '@countersign/api/sign-in-methods'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../platform/database/open-sqlite-or-postgres-database.ts'
import type { AuditEventCountsTable, AuditEventHoursTable } from '../platform/database/database-schema.ts'
import { insertAuditEntrySearchLinks, collectAuditEntrySearchLinks } from './audit-entry-search-link-rows.ts'

/** How many lines one step takes: it holds a row for which nobody waits but another instance at the same work. */
const countBatchSize = 1000

export const hourMs = 3_600_000

/** A line as far as it is counted. */
export interface AuditEntryCountingFields {
  sequence: number
  at: number
  type: string
  outcome: 'success' | 'refused'
  /** JSON. */
  details: string
}

/**
 * Counts the next lines.
 * @returns how many were counted
 */
export async function updateAuditEventCounts(queries: DatabaseQueryBuilder): Promise<number> {
  return queries.transaction().execute(async (transaction) => {
    // An instance that counts at the same time waits here, and then goes on behind these.
    const { sequence } = await transaction
      .updateTable('audit_event_cursor')
      .set((expression) => ({ sequence: expression.ref('sequence') }))
      .where('id', '=', 1)
      .returning('sequence')
      .executeTakeFirstOrThrow()
    // Sequences are given out under a lock that lasts until the commit, so that none comes later than a higher one.
    const lines = await readUncountedAuditEntries(transaction, sequence, countBatchSize)
    const last = lines.at(-1)
    if (last === undefined) return 0
    await addCounts(transaction, tallyAuditEvents(lines))
    await recordHours(transaction, lines)
    // Who did something is not read back from the evidence: no line was written with an actor and without its link, and
    // to write one here could be later than the person's erasure.
    await insertAuditEntrySearchLinks(
      transaction,
      lines.flatMap(({ sequence: at, details }) =>
        collectAuditEntrySearchLinks(at, JSON.parse(details) as Record<string, string | number>, {}),
      ),
    )
    await transaction.updateTable('audit_event_cursor').set({ sequence: last.sequence }).where('id', '=', 1).execute()
    return lines.length
  })
}

/** The lines behind a place, as far as counting needs them. */
export async function readUncountedAuditEntries(
  queries: DatabaseQueryBuilder,
  after: number,
  size: number,
): Promise<AuditEntryCountingFields[]> {
  return queries
    .selectFrom('audit_events')
    .select(['sequence', 'at', 'type', 'outcome', 'details'])
    .where('sequence', '>', after)
    .orderBy('sequence')
    .limit(size)
    .execute()
}

/** Kinds of lines that are counted by what they are about, and where they say it. */
const subjectMembers: Readonly<Record<string, 'applicationId' | 'group'>> = {
  'application.authorized': 'applicationId',
  'group.member_added': 'group',
  'group.member_removed': 'group',
}

/** Lines by day, kind, outcome, way and reason, and by the application or group where they are about one; and how many there are of each. */
export function tallyAuditEvents(lines: readonly AuditEntryCountingFields[]): AuditEventCountsTable[] {
  const counts = new Map<string, AuditEventCountsTable>()
  for (const { at, type, outcome, details } of lines) {
    const told = JSON.parse(details) as Record<string, unknown>
    const { method, reason } = told
    const about = subjectMembers[type]
    const way: AuditEventCountsTable['sign_in_method'] =
      typeof method === 'string' ? (signInMethodByProofMethod.get(method) ?? '') : ''
    const row = {
      day: new Date(at).toISOString().slice(0, 10),
      type,
      outcome,
      sign_in_method: way,
      reason: typeof reason === 'string' ? reason.slice(0, 128) : '',
      application: about === undefined ? '' : String(told[about] ?? ''),
    }
    const key = JSON.stringify(row)
    const known = counts.get(key)
    if (known === undefined) counts.set(key, { ...row, count: 1 })
    else known.count += 1
  }
  return [...counts.values()]
}

async function addCounts(transaction: DatabaseTransaction, rows: readonly AuditEventCountsTable[]): Promise<void> {
  await transaction
    .insertInto('audit_event_counts')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'type', 'outcome', 'sign_in_method', 'reason', 'application'])
        .doUpdateSet((expression) => ({
          count: expression('audit_event_counts.count', '+', expression.ref('excluded.count')),
        })),
    )
    .execute()
}

async function recordHours(
  transaction: DatabaseTransaction,
  lines: readonly AuditEntryCountingFields[],
): Promise<void> {
  const hours = new Map<number, AuditEventHoursTable>()
  for (const { sequence, at } of lines) {
    const hour = Math.floor(at / hourMs)
    hours.set(hour, { hour, first_sequence: hours.get(hour)?.first_sequence ?? sequence, last_sequence: sequence })
  }
  await transaction
    .insertInto('audit_event_hours')
    .values([...hours.values()])
    // Lines come in their order, so that an hour that was there before began before.
    .onConflict((conflict) =>
      conflict
        .column('hour')
        .doUpdateSet((expression) => ({ last_sequence: expression.ref('excluded.last_sequence') })),
    )
    .execute()
}
