// Counts each entry once, so that statistics do not get slower as the log grows.
import { signInMethodByProofMethod } from '@countersign/api/sign-in-methods'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../platform/database/open-sqlite-or-postgres-database.ts'
import type { AuditEventCountsTable, AuditEventHoursTable } from '../platform/database/database-schema.ts'
import { insertAuditEntrySearchLinks, collectAuditEntrySearchLinks } from './audit-entry-search-link-rows.ts'

const countBatchSize = 1000

/** The number of uncounted entries only exceeds this after a long log was imported. */
export const maxUncountedAuditEntries = 5000

export const hourMs = 3_600_000

export interface AuditEntryCountingFields {
  sequence: number
  at: number
  type: string
  outcome: 'success' | 'refused'
  details: string
}

export async function updateAuditEventCounts(queries: DatabaseQueryBuilder): Promise<number> {
  return queries.transaction().execute(async (transaction) => {
    // Another instance that counts waits here and then continues after the last counted entry.
    const { sequence } = await transaction
      .updateTable('audit_event_cursor')
      .set((expression) => ({ sequence: expression.ref('sequence') }))
      .where('id', '=', 1)
      .returning('sequence')
      .executeTakeFirstOrThrow()
    // Sequence numbers are assigned under a lock that is held until the commit, so no entry can
    // appear later with a lower one.
    const lines = await readUncountedAuditEntries(transaction, sequence, countBatchSize)
    const last = lines.at(-1)
    if (last === undefined) return 0
    await addCounts(transaction, tallyAuditEvents(lines))
    await recordHours(transaction, lines)
    // Actor links are not rebuilt from evidence, because the person may have been erased since.
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

/** Event types also counted per subject, and the member of `details` that names the subject. */
const subjectMembers: Readonly<Record<string, 'applicationId' | 'group'>> = {
  'application.authorized': 'applicationId',
  'group.member_added': 'group',
  'group.member_removed': 'group',
}

export function tallyAuditEvents(lines: readonly AuditEntryCountingFields[]): AuditEventCountsTable[] {
  const counts = new Map<string, AuditEventCountsTable>()
  for (const { at, type, outcome, details } of lines) {
    const parsedDetails = JSON.parse(details) as Record<string, unknown>
    const { method } = parsedDetails
    const about = subjectMembers[type]
    const way: AuditEventCountsTable['sign_in_method'] =
      typeof method === 'string' ? (signInMethodByProofMethod.get(method) ?? '') : ''
    const row = {
      day: new Date(at).toISOString().slice(0, 10),
      type,
      outcome,
      sign_in_method: way,
      reason: getCountedReason(type, parsedDetails),
      application: about === undefined ? '' : String(parsedDetails[about] ?? ''),
    }
    const key = JSON.stringify(row)
    const known = counts.get(key)
    if (known === undefined) counts.set(key, { ...row, count: 1 })
    else known.count += 1
  }
  return [...counts.values()]
}

/** Why it was refused; for a sign-in, the wallet app, or that another device was used. */
function getCountedReason(type: string, { reason, walletApp, signedOn }: Record<string, unknown>): string {
  const counted = type === 'session.started' ? (signedOn ?? walletApp) : reason
  return typeof counted === 'string' ? counted.slice(0, 128) : ''
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
    // Entries are counted in log order, so an existing hour keeps its first sequence number.
    .onConflict((conflict) =>
      conflict
        .column('hour')
        .doUpdateSet((expression) => ({ last_sequence: expression.ref('excluded.last_sequence') })),
    )
    .execute()
}
