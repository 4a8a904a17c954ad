// Writes and reads daily audit log entries as one letter each, for tests of retention.
import { entryExpiredAuditEventType } from '@countersign/api/expired-audit-entry-verifier'
import { sql } from 'kysely'
import { appendTimedAuditEvents } from '../audit-log/append-audit-events.ts'
import type { NewAuditEvent } from '../audit-log/append-audit-events.ts'
import { updateAuditEventCounts } from '../audit-log/count-audit-events.ts'
import { verifyAuditLogIntegrity } from '../audit-log/verify-audit-log.ts'
import { systemRandomBytes } from '../platform/clock.ts'
import type { Database } from '../platform/database/open-sqlite-or-postgres-database.ts'
import { expireAuditEntries } from '../admin/retention/expire-audit-entries.ts'
import { sequenceAllAuditEntries } from './inspect-test-database.ts'

export const dayMs = 86_400_000

export const auditEntriesStartTime = Date.parse('2026-01-15T12:00:00.000Z')

const retentionLimits = { refusedAttemptRetentionDays: 30 }

export const refusedWalletAddress = `0x${'aB'.repeat(20)}`

export const createRefusedTestAuditEvent = (
  reason = 'not proved',
  type: NewAuditEvent['type'] = 'sign_in.refused',
): NewAuditEvent => ({
  type,
  outcome: 'refused',
  details: { reason },
  evidence: {
    personId: null,
    content: { address: refusedWalletAddress, networkPrefix: '192.0.2.0/24', userAgent: 'A stranger' },
  },
})

const createStartedEvent = (): NewAuditEvent => ({
  type: 'session.started',
  outcome: 'success',
  details: { method: 'ecdsa' },
  evidence: { personId: null, content: { networkPrefix: '192.0.2.0/24' } },
})

/** Letters: `r` is a refused sign-in, `s` a started session, `f` a failed logout. */
export async function writeDailyTestAuditEntries(
  database: Database,
  word: string,
  { from = auditEntriesStartTime, stepMs = dayMs } = {},
): Promise<void> {
  const events = [...word].map((letter, index) => ({
    at: from + index * stepMs,
    event:
      letter === 'r'
        ? createRefusedTestAuditEvent()
        : letter === 'f'
          ? createRefusedTestAuditEvent('timed_out', 'logout.failed')
          : createStartedEvent(),
  }))
  await database.queries
    .transaction()
    .execute((transaction) => appendTimedAuditEvents(transaction, systemRandomBytes, events))
  await sequenceAllAuditEntries(database.queries)
  await updateAuditEventCountsForTests(database)
}

export async function updateAuditEventCountsForTests({ queries }: Database): Promise<void> {
  // Only sequenced entries are counted and expired.
  await sequenceAllAuditEntries(queries)
  while ((await updateAuditEventCounts(queries)) > 0);
}

export async function applyAuditRetentionForTests(
  { kind, queries }: Database,
  now: number,
  random = systemRandomBytes,
): Promise<void> {
  while ((await expireAuditEntries({ kind, queries, random, limits: retentionLimits }, now)) > 0);
}

/**
 * Returns one letter per entry: `-` is an expired one, and `n` records that retention was applied.
 */
export async function readAuditEntryTypeLetters({ queries }: Database): Promise<string> {
  const letters: Record<string, string> = {
    [entryExpiredAuditEventType]: '-',
    'retention.applied': 'n',
    'session.started': 's',
    'sign_in.refused': 'r',
    'logout.failed': 'f',
    'wallet.refused': 'w',
    'step_up.refused': 'u',
    'passkey.refused': 'p',
  }
  await sequenceAllAuditEntries(queries)
  return (await queries.selectFrom('audit_events').select('type').orderBy('sequence').execute())
    .map(({ type }) => letters[type] ?? '?')
    .join('')
}

export const verifyAuditLogForTests = ({ queries }: Database) => verifyAuditLogIntegrity(queries)

export async function tamperWithAuditLogTables({ queries, kind }: Database, ...statements: string[]): Promise<void> {
  if (kind === 'postgres') await sql`alter table audit_events disable trigger all`.execute(queries)
  else
    for (const action of ['update', 'delete'])
      await sql.raw(`drop trigger if exists audit_events_no_${action}`).execute(queries)
  if (kind === 'sqlite') await sql`pragma foreign_keys = off`.execute(queries)
  for (const statement of statements) await sql.raw(statement).execute(queries)
}
