// The SQL by which sessions go that ended long ago, and browsers that nobody needs any more (retention). What is of a merge that can be undone
// stays as it was, and so does what somebody holds at this moment: it comes up again with the next look.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Database, Transaction } from '../../platform/database/open-database.ts'
import type { SessionsTable } from '../../platform/database/schema.ts'
import { isOfMerge } from '../people/merges.ts'

/** What goes: whatever was over before then, so many at once. */
interface Batch {
  kind: Database['kind']
  before: number
  now: number
  size: number
}

/** SQLite has one writer at a time. */
const skipHeld = (kind: Database['kind']): RawBuilder<unknown> =>
  kind === 'postgres' ? sql`for update skip locked` : sql``

/** Removes ended sessions through which no application has anything. @returns them, the first ended first */
export async function removeEnded(
  transaction: Transaction,
  { kind, before, now, size }: Batch,
): Promise<Pick<SessionsTable, 'id' | 'wallet_id' | 'browser_id'>[]> {
  const { rows } = await sql<
    Pick<SessionsTable, 'id' | 'wallet_id' | 'browser_id'>
  >`select id, wallet_id, browser_id from sessions
      where ended_at <= ${before}
        and not exists (select 1 from authorizations where authorizations.session_id = sessions.id)
        and not ${isOfMerge({ person: sql`sessions.person_id`, began: sql`sessions.created_at`, now })}
      order by ended_at limit ${size} ${skipHeld(kind)}`.execute(transaction)
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await transaction.deleteFrom('sessions').where('id', 'in', ids).execute()
  return rows
}

/** Removes those of these browsers that nobody has shown to be their own, and that are in no session any more: what comes back from one is as
 * new and as little trusted as it was. */
export async function removeStrangeBrowsers(
  transaction: Transaction,
  ids: readonly string[],
  { kind, before }: Pick<Batch, 'kind' | 'before'>,
): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<{
    id: string
  }>`select id from browsers where id in (${sql.join(ids)}) and known_at is null and last_seen_at <= ${before}
    and not exists (select 1 from sessions where sessions.browser_id = browsers.id) ${skipHeld(kind)}`.execute(
    transaction,
  )
  await removeBrowsers(transaction, rows)
}

/** Removes browsers that nobody has signed in with since. @returns how many */
export async function removeOldBrowsers(transaction: Transaction, { kind, before, now, size }: Batch): Promise<number> {
  const { rows } = await sql<{ id: string }>`select id from browsers where last_seen_at <= ${before}
      and not exists (select 1 from sessions where sessions.browser_id = browsers.id)
      and not ${isOfMerge({ person: sql`browsers.person_id`, began: sql`browsers.first_seen_at`, now })}
      order by last_seen_at limit ${size} ${skipHeld(kind)}`.execute(transaction)
  await removeBrowsers(transaction, rows)
  return rows.length
}

async function removeBrowsers(transaction: Transaction, rows: readonly { id: string }[]): Promise<void> {
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await transaction.deleteFrom('browsers').where('id', 'in', ids).execute()
}

/** Removes every session of people who are erased. */
export async function removeSessionsOf(transaction: Transaction, personIds: readonly string[]): Promise<void> {
  await transaction.deleteFrom('sessions').where('person_id', 'in', personIds).execute()
}

/** Removes every browser of people who are erased. Their sessions go before. */
export async function removeBrowsersOf(transaction: Transaction, personIds: readonly string[]): Promise<void> {
  await transaction.deleteFrom('browsers').where('person_id', 'in', personIds).execute()
}
