// Locks all tables of an upgrade; backs off if one is in use, because waiting could deadlock.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** The caller must abort the transaction and start the next attempt with this table. */
export class DatabaseTableInUseError extends Error {
  override readonly name = 'DatabaseTableInUseError'
  readonly table: string

  constructor(table: string, cause: unknown) {
    super(`The table ${table} is in use`, { cause })
    this.table = table
  }
}

const lockNotAvailable = '55P03'

// For the first table, waits until PostgreSQL has canceled autovacuum (`deadlock_timeout`). For the
// others, waits at most half as long, so that blocked requests do not check for deadlocks yet.
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

const setLockTimeout = (queries: Kysely<unknown>, ms: number): Promise<unknown> =>
  sql`select set_config('lock_timeout', ${String(ms)}, true)`.execute(queries)
