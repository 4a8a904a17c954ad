// Opens a PostgreSQL server's database, by a connection pool.
import { serverLimitDefinitions } from '@countersign/api/server-limits'
import { Kysely, PostgresAdapter, PostgresDialect } from 'kysely'
import type { Driver } from 'kysely'
import { createRequire } from 'node:module'
import type pg from 'pg'
import type { Database, OpenDatabaseOptions, DatabaseQueryBuilder } from './database-types.ts'
import { PostgresDriver } from './postgres-driver.ts'
import type { DatabaseSchema } from './database-schema.ts'
import { createDatabaseStorageHealthTracker } from './database-storage-health-tracker.ts'

const require = createRequire(import.meta.url)

/** A server that has the other database never loads it. */
const loadPostgres = (): typeof pg => require('pg') as typeof pg

const int8 = 20

type ConnectionLimits = Omit<NonNullable<OpenDatabaseOptions['limits']>, 'upgradeWaitSeconds'>

const defaults = {
  databaseConnections: serverLimitDefinitions.databaseConnections.default,
  databaseConnectionTimeoutSeconds: serverLimitDefinitions.databaseConnectionTimeoutSeconds.default,
  databaseLockTimeoutSeconds: serverLimitDefinitions.databaseLockTimeoutSeconds.default,
}

/** An instance that froze inside a transaction is cut off, and holds the others up for no longer. Milliseconds. */
const idleTimeouts = (idleTransactionMs = 2000) => ({ idle_in_transaction_session_timeout: idleTransactionMs })

/** Nobody's request waits without end: neither for a connection, nor for a lock, nor for an answer. */
const requestPoolConfig = (
  { databaseConnections, databaseConnectionTimeoutSeconds, databaseLockTimeoutSeconds }: ConnectionLimits,
  idleTransactionMs: number | undefined,
): pg.PoolConfig => ({
  max: databaseConnections,
  connectionTimeoutMillis: databaseConnectionTimeoutSeconds * 1000,
  lock_timeout: databaseLockTimeoutSeconds * 1000,
  statement_timeout: databaseLockTimeoutSeconds * 1000 + 2000,
  query_timeout: databaseLockTimeoutSeconds * 1000 + 4000,
  ...idleTimeouts(idleTransactionMs),
})

/** What holds for a migration too: it waits for the locks of others, which do not hold them for long, and writes for as long as there
 * are rows. */
const migrationPoolConfig = ({ databaseConnectionTimeoutSeconds }: ConnectionLimits): pg.PoolConfig => ({
  max: 1,
  connectionTimeoutMillis: databaseConnectionTimeoutSeconds * 1000,
  // Between two statements a step of it may compute for a while.
  idle_in_transaction_session_timeout: 10_000,
})

/** Whoever is not answered in this time is as good as cut off. */
const heartbeatPoolConfig: pg.PoolConfig = {
  max: 1,
  connectionTimeoutMillis: 1500,
  lock_timeout: 1500,
  statement_timeout: 1500,
  query_timeout: 1500,
  ...idleTimeouts(),
}

/**
 * Opens a server's database.
 * @param address `postgres://…`
 * @param options `limits` and `idleTransactionMs`; `readOnly` is for SQLite
 */
export function openPostgres(
  address: string,
  { limits: chosen = defaults, idleTransactionMs }: OpenDatabaseOptions = {},
): Database {
  const pool = openPool(address, requestPoolConfig(chosen, idleTransactionMs))
  const queries = createPostgresQueryBuilder(pool)
  const runWithoutTimeouts = async <Result>(
    run: (queries: DatabaseQueryBuilder) => Promise<Result>,
  ): Promise<Result> => {
    const patient = createPostgresQueryBuilder(openPool(address, migrationPoolConfig(chosen)))
    try {
      return await run(patient)
    } finally {
      await patient.destroy()
    }
  }
  // Connects with its first question.
  const heartbeatQueries = createPostgresQueryBuilder(openPool(address, heartbeatPoolConfig))
  const close = async (): Promise<void> => {
    await Promise.all([queries.destroy(), heartbeatQueries.destroy()])
  }
  return {
    kind: 'postgres',
    queries,
    storage: createDatabaseStorageHealthTracker(),
    pool,
    heartbeatQueries,
    runWithoutTimeouts,
    close,
  }
}

/** @returns what runs queries on the connections of a pool */
export const createPostgresQueryBuilder = (pool: pg.Pool): DatabaseQueryBuilder =>
  new Kysely<DatabaseSchema>({ dialect: new PipelinedPostgresDialect(pool) })

function openPool(address: string, limits: pg.PoolConfig): pg.Pool {
  const { Pool, types } = loadPostgres()
  const pool = new Pool({
    connectionString: address,
    keepAlive: true,
    // What is asked before an answer has come goes at once (postgres-driver.ts).
    pipeline: true,
    ...limits,
    // Whole numbers come as text by default. All of ours are below 2^53.
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        oid === int8 ? Number : (types.getTypeParser(oid, format as 'text') as unknown)) as typeof types.getTypeParser,
    },
  })
  // A connection that breaks, idle or at work, is replaced at the next use, and the query it was carrying fails by itself.
  // Without a listener the event alone would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('release', (_error, client) => discardUnlessIdle(client as TransactionClient))
  return pool
}

type TransactionClient = pg.PoolClient & {
  getTransactionStatus: () => 'I' | 'T' | 'E' | null
  end: () => Promise<void>
}

/** A connection whose transaction could not be ended must not be given to the next request, which would end it for both. */
function discardUnlessIdle(client: TransactionClient): void {
  if (client.getTransactionStatus() !== 'I') client.end().catch(() => {})
}

class PipelinedPostgresDialect extends PostgresDialect {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    super({ pool })
    this.#pool = pool
  }

  override createDriver(): Driver {
    return new PostgresDriver(this.#pool)
  }

  override createAdapter(): PostgresAdapter {
    return new UnlockedAdapter()
  }
}

/** Leaves the migration lock to migration-lock.ts: kysely's own belongs to the session, which a transaction pooler gives to others. */
class UnlockedAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}
