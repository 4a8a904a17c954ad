// The lock of an upgrade on PostgreSQL (advisory lock): one process at a time runs migrations. It belongs to the transaction of the migrations, so
// that it ends with it and never stays on a pooled connection.
import { sql } from 'kysely'
import type { DatabaseQueryBuilder } from './database-types.ts'

/** The lock that kysely's Migrator takes, and with it releases before this one. */
const lockId = 3_853_314_791_062_309_107n

/** Another session holds the lock; the transaction is to be given up and tried again. */
export class MigrationLockHeldError extends Error {
  override readonly name = 'MigrationLockHeldError'
  readonly holder: MigrationLockHolder | null

  /** @param holder null where it was released in the meantime */
  constructor(holder: MigrationLockHolder | null) {
    super('Another session holds the migration lock')
    this.holder = holder
  }
}

export interface MigrationLockHolder {
  pid: number
  user: string | null
  application: string | null
  /** An address; null for a local connection, and where this user may not see it. */
  client: string | null
  /** Epoch milliseconds since when it has been in this state; null where this user may not see it. */
  since: number | null
}

/**
 * Takes the lock until the transaction ends, without waiting for it.
 * @param queries those of a transaction on PostgreSQL
 * @throws MigrationLockHeldError where another session has it
 */
export async function acquireMigrationLock(queries: DatabaseQueryBuilder): Promise<void> {
  const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(${sql.lit(lockId)}) as taken`.execute(
    queries,
  )
  if (rows[0]?.taken !== true) throw new MigrationLockHeldError(await findLockHolder(queries))
}

async function findLockHolder(queries: DatabaseQueryBuilder): Promise<MigrationLockHolder | null> {
  const { rows } = await sql<MigrationLockHolder>`
    select held.pid, usename as user, nullif(application_name, '') as application, host(client_addr) as client,
      floor(extract(epoch from coalesce(xact_start, state_change, backend_start)) * 1000)::bigint as since
    from pg_locks held left join pg_stat_activity session on session.pid = held.pid
    where locktype = 'advisory' and granted and objsubid = 1
      and held.database = (select oid from pg_database where datname = current_database())
      and classid::bigint = ${sql.lit(lockId >> 32n)} and objid::bigint = ${sql.lit(lockId & 0xff_ff_ff_ffn)}`.execute(
    queries,
  )
  return rows[0] ?? null
}

/** Who holds the lock, since when, and how to end it; for an operator. */
export function describeMigrationLockHolder(holder: MigrationLockHolder | null): { who: string; advice: string } {
  if (holder === null)
    return { who: 'a session that pg_locks does not show', advice: 'Start only one instance until it is upgraded' }
  const { pid, user, application, client, since } = holder
  const about = [
    ...(user === null ? [] : [`user ${user}`]),
    ...(application === null ? [] : [`application ${JSON.stringify(application)}`]),
    ...(client === null ? [] : [`from ${client}`]),
  ].join(', ')
  return {
    who: `PID ${pid}${about === '' ? '' : ` (${about})`}, since ${since === null ? 'a time that this user may not see' : new Date(since).toISOString()}`,
    advice: `If it is another instance that upgrades, wait; otherwise end it, for example with: select pg_terminate_backend(${pid});`,
  }
}
