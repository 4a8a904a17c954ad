// Advisory lock for upgrades that ends with its transaction, so no pooled connection keeps it.
import { sql } from 'kysely'
import type { DatabaseQueryBuilder } from './database-types.ts'

/** Earlier releases use the same lock, because kysely's Migrator does. */
const lockId = 3_853_314_791_062_309_107n

export class MigrationLockHeldError extends Error {
  override readonly name = 'MigrationLockHeldError'
  readonly holder: MigrationLockHolder | null

  constructor(holder: MigrationLockHolder | null) {
    super('Another session holds the migration lock')
    this.holder = holder
  }
}

export interface MigrationLockHolder {
  pid: number
  user: string | null
  application: string | null
  /** Null for a local connection, or if this database user may not see it. */
  client: string | null
  /** Milliseconds since 1970; null if this database user may not see it. */
  since: number | null
}

/** Fails immediately if the lock is taken. @throws MigrationLockHeldError */
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

export function describeMigrationLockHolder(holder: MigrationLockHolder | null): { who: string; advice: string } {
  if (holder === null)
    return {
      who: 'a session that pg_locks does not show',
      advice: 'Start only one instance until the upgrade is done.',
    }
  const { pid, user, application, client, since } = holder
  const about = [
    ...(user === null ? [] : [`user ${user}`]),
    ...(application === null ? [] : [`application ${JSON.stringify(application)}`]),
    ...(client === null ? [] : [`from ${client}`]),
  ].join(', ')
  return {
    who: `PID ${pid}${about === '' ? '' : ` (${about})`}, since ${since === null ? 'an unknown time (hidden from this database user)' : new Date(since).toISOString()}`,
    advice: `If it is another instance running the upgrade, wait. Otherwise end it, for example with: select pg_terminate_backend(${pid});`,
  }
}
