// The SQL by which sessions go that ended long ago, and browsers that nobody needs any more (retention). What is of a merge that can be undone
// stays as it was, and so does what somebody holds at this moment: it comes up again with the next look.
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { SessionsTable } from '../../platform/database/database-schema.ts'
import { isRowKeptForMergeUndoSql } from '../people/identity-merge-store.ts'
import { isTrustedBrowserSql } from './trusted-browser-sql-condition.ts'

/** What goes: whatever was over before then, so many at once. */
interface PruneBatch {
  kind: Database['kind']
  before: number
  now: number
  size: number
}

/** Removes ended sessions through which no application has anything. @returns them, the first ended first */
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

/** Browsers that are in no session. SQLite has one writer at a time. */
const selectUnusedBrowsers = (transaction: DatabaseTransaction, kind: Database['kind']) =>
  transaction
    .selectFrom('browsers')
    .select('id')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('sessions').select('sessions.id').whereRef('sessions.browser_id', '=', 'browsers.id'))),
    )
    .$if(kind === 'postgres', (query) => query.forUpdate().skipLocked())

/** Removes those of these browsers that nobody has shown to be their own, and that are in no session any more: what comes back from one is as
 * new and as little trusted as it was. */
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

/** Removes browsers that nobody has signed in with since. @returns how many */
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

/** Removes every session of people who are erased. */
export async function deleteSessionsOfPeople(
  transaction: DatabaseTransaction,
  personIds: readonly string[],
): Promise<void> {
  await transaction.deleteFrom('sessions').where('person_id', 'in', personIds).execute()
}

/** Removes every browser of people who are erased. Their sessions go before. */
export async function deleteBrowsersOfPeople(
  transaction: DatabaseTransaction,
  personIds: readonly string[],
): Promise<void> {
  await transaction.deleteFrom('browsers').where('person_id', 'in', personIds).execute()
}
