// Prunes ended sessions and unused browsers, but keeps those that a merge undo needs (retention).
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { SessionsTable } from '../../platform/database/database-schema.ts'
import { isRowKeptForMergeUndoSql } from '../people/identity-merge-store.ts'
import { isTrustedBrowserSql } from './trusted-browser-sql-condition.ts'

interface PruneBatch {
  kind: Database['kind']
  before: number
  now: number
  size: number
}

/** Keeps sessions with authorizations. @returns the removed sessions, sorted by end time */
export async function pruneEndedSessions(
  transaction: DatabaseTransaction,
  { kind, before, now, size }: PruneBatch,
): Promise<Pick<SessionsTable, 'id' | 'wallet_id' | 'browser_id'>[]> {
  const rows = await transaction
    .selectFrom('sessions')
    .select(['id', 'wallet_id', 'browser_id'])
    .where('ended_at', '<=', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('authorizations')
            .select('authorizations.id')
            .whereRef('authorizations.session_id', '=', 'sessions.id'),
        ),
      ),
    )
    .where(({ not }) =>
      not(isRowKeptForMergeUndoSql({ person: sql`sessions.person_id`, began: sql`sessions.created_at`, now })),
    )
    .orderBy('ended_at')
    .limit(size)
    .$if(kind === 'postgres', (query) => query.forUpdate().skipLocked())
    .execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await transaction.deleteFrom('sessions').where('id', 'in', ids).execute()
  return rows
}

/** SQLite needs no lock, because it has a single writer. */
const selectUnusedBrowsers = (transaction: DatabaseTransaction, kind: Database['kind']) =>
  transaction
    .selectFrom('browsers')
    .select('id')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('sessions').select('sessions.id').whereRef('sessions.browser_id', '=', 'browsers.id'))),
    )
    .$if(kind === 'postgres', (query) => query.forUpdate().skipLocked())

/** Nothing is lost, because an untrusted browser that returns is new and untrusted again. */
export async function pruneUntrustedBrowsers(
  transaction: DatabaseTransaction,
  ids: readonly string[],
  { kind, before }: Pick<PruneBatch, 'kind' | 'before'>,
): Promise<void> {
  if (ids.length === 0) return
  const rows = await selectUnusedBrowsers(transaction, kind)
    .where('id', 'in', ids)
    .where(({ not }) => not(isTrustedBrowserSql()))
    .where('last_seen_at', '<=', before)
    .execute()
  await deleteBrowsers(transaction, rows)
}

export async function pruneInactiveBrowsers(
  transaction: DatabaseTransaction,
  { kind, before, now, size }: PruneBatch,
): Promise<number> {
  const rows = await selectUnusedBrowsers(transaction, kind)
    .where('last_seen_at', '<=', before)
    .where(({ not }) =>
      not(isRowKeptForMergeUndoSql({ person: sql`browsers.person_id`, began: sql`browsers.first_seen_at`, now })),
    )
    .orderBy('last_seen_at')
    .limit(size)
    .execute()
  await deleteBrowsers(transaction, rows)
  return rows.length
}

async function deleteBrowsers(transaction: DatabaseTransaction, rows: readonly { id: string }[]): Promise<void> {
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await transaction.deleteFrom('browsers').where('id', 'in', ids).execute()
}

export async function deleteSessionsOfPeople(
  transaction: DatabaseTransaction,
  personIds: readonly string[],
): Promise<void> {
  await transaction.deleteFrom('sessions').where('person_id', 'in', personIds).execute()
}

/** The caller must remove their sessions first. */
export async function deleteBrowsersOfPeople(
  transaction: DatabaseTransaction,
  personIds: readonly string[],
): Promise<void> {
  await transaction.deleteFrom('browsers').where('person_id', 'in', personIds).execute()
}
