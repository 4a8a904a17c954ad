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

const loadPostgres = (): typeof pg => require('pg') as typeof pg

const int8 = 20

type ConnectionLimits = Omit<NonNullable<OpenDatabaseOptions['limits']>, 'upgradeWaitSeconds'>

const defaults = {
  databaseConnections: serverLimitDefinitions.databaseConnections.default,
  databaseConnectionTimeoutSeconds: serverLimitDefinitions.databaseConnectionTimeoutSeconds.default,
  databaseLockTimeoutSeconds: serverLimitDefinitions.databaseLockTimeoutSeconds.default,
}

/** In milliseconds. A frozen instance must not block other instances for longer than this. */
const idleTimeouts = (idleTransactionMs = 2000) => ({ idle_in_transaction_session_timeout: idleTransactionMs })

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

/** A migration can write for a long time, so there is no statement timeout. */
const migrationPoolConfig = ({ databaseConnectionTimeoutSeconds }: ConnectionLimits): pg.PoolConfig => ({
  max: 1,
  connectionTimeoutMillis: databaseConnectionTimeoutSeconds * 1000,
  // A step may spend some time computing between two statements.
  idle_in_transaction_session_timeout: 10_000,
})

const heartbeatPoolConfig: pg.PoolConfig = {
  max: 1,
  connectionTimeoutMillis: 1500,
  lock_timeout: 1500,
  statement_timeout: 1500,
  query_timeout: 1500,
  ...idleTimeouts(),
}

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

export const createPostgresQueryBuilder = (pool: pg.Pool): DatabaseQueryBuilder =>
  new Kysely<DatabaseSchema>({ dialect: new PipelinedPostgresDialect(pool) })

function openPool(address: string, limits: pg.PoolConfig): pg.Pool {
  const { Pool, types } = loadPostgres()
  const pool = new Pool({
    connectionString: address,
    keepAlive: true,
    pipeline: true,
    ...limits,
    // pg returns int8 as text by default. All our values are below 2^53.
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        oid === int8 ? Number : (types.getTypeParser(oid, format as 'text') as unknown)) as typeof types.getTypeParser,
    },
  })
  // Without a listener, the error of a broken idle connection would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('release', (_error, client) => discardUnlessIdle(client as TransactionClient))
  return pool
}

type TransactionClient = pg.PoolClient & {
  getTransactionStatus: () => 'I' | 'T' | 'E' | null
  end: () => Promise<void>
}

/** If the connection were reused, the next request would also end the open transaction. */
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

/** kysely's lock belongs to a database session, which a transaction pooler shares among clients. */
class UnlockedAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}
