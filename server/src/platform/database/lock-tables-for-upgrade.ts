// Locks the tables that an upgrade changes, all of them before its first step, while instances of the release before go on using them (deadlock
// avoidance: try, and back off). A step that took a table when it comes to it would wait for a request that waits for a table of the upgrade's,
// and PostgreSQL would end one of the two.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** A table that others use just now: the transaction is to be given up, and the next attempt begins with this one. */
export class DatabaseTableInUseError extends Error {
  override readonly name = 'DatabaseTableInUseError'
  readonly table: string

  constructor(table: string, cause: unknown) {
    super(`The table ${table} is in use`, { cause })
    this.table = table
  }
}

const lockNotAvailable = '55P03'

/**
 * Locks tables until the transaction ends, those that are not there yet left out. For the first one it waits while it holds nothing, long enough that
 * PostgreSQL calls off its own cleaning (autovacuum), which it does after `deadlock_timeout`. The others it must have in half of that time: whoever waits for one
 * of these tables looks for a deadlock after all of it, and then nothing here waits any more.
 * @param queries those of a transaction on PostgreSQL
 * @param tables in any order
 * @param first the one to begin with: that which the last attempt did not get
 * @throws DatabaseTableInUseError for one that was not to be had in time; nobody has been refused anything because of it
 */
export async function lockTablesForUpgrade(
  queries: Kysely<unknown>,
  tables: readonly string[],
  first: string | null,
): Promise<void> {
  const { rows: there } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = current_schema() and tablename = any(${tables})
    order by tablename <> ${first ?? ''}, tablename`.execute(queries)
  const { rows } = await sql<{ ms: number }>`
    select setting::integer as ms from pg_settings where name = 'deadlock_timeout'`.execute(queries)
  const deadlockMs = rows[0]?.ms ?? 0
  let waitMs = deadlockMs * 1.5
  for (const { name } of there) {
    await setLockTimeout(queries, Math.ceil(waitMs))
    try {
      await sql`lock table ${sql.table(name)} in access exclusive mode`.execute(queries)
    } catch (error) {
      throw (error as { code?: unknown }).code === lockNotAvailable ? new DatabaseTableInUseError(name, error) : error
    }
    waitMs = deadlockMs / 2 / (there.length - 1)
  }
  await setLockTimeout(queries, 0)
}

/** Of this transaction alone. Nothing is without end. */
const setLockTimeout = (queries: Kysely<unknown>, ms: number): Promise<unknown> =>
  sql`select set_config('lock_timeout', ${String(ms)}, true)`.execute(queries)
