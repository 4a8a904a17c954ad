// An in-memory SQLite for the simulation (e2e/src/simulation) that fails like a remote PostgreSQL.
import BetterSqlite from 'better-sqlite3'
import { Kysely, sql } from 'kysely'
import type { CompiledQuery, Driver, QueryResult } from 'kysely'
import type { DatabaseDriverConnection, Database } from '../platform/database/database-types.ts'
import type { DatabaseSchema } from '../platform/database/database-schema.ts'
import { SqliteFileDialect } from '../platform/database/open-sqlite.ts'
import { createDatabaseStorageHealthTracker } from '../platform/database/database-storage-health-tracker.ts'
import type { SqliteConnection, SqliteDriver } from '../platform/database/sqlite-driver.ts'
import { CommitOutcomeUnknownError } from '../platform/database/database-errors.ts'
import { createFakeDatabaseConnectionError } from './fault-injecting-database.ts'
import type {
  InjectedDatabaseFault,
  DatabaseOperationScheduler,
  FaultInjectingDatabase,
} from './fault-injecting-database.ts'

export type InMemorySqliteSnapshot = Buffer

export function openInMemoryTestDatabase(): { database: Database; save: () => InMemorySqliteSnapshot } {
  const file = openFile(':memory:')
  return { database: createDatabase(new SqliteFileDialect(file)), save: () => file.serialize() }
}

/** All instances share the single connection. */
export function openFaultInjectingSqlite(
  snapshot: InMemorySqliteSnapshot,
  gate: DatabaseOperationScheduler,
): FaultInjectingDatabase {
  const dialect = new WatchedDialect(openFile(snapshot), gate)
  const database = createDatabase(dialect)
  return {
    connect: () => database,
    dropConnections: async (isDead) => dialect.driver?.abandon(isDead),
    query: async (text) => (await sql.raw<Record<string, unknown>>(text).execute(database.queries)).rows,
    isBusy: async () => false,
    close: database.close,
  }
}

function openFile(content: string | InMemorySqliteSnapshot): BetterSqlite.Database {
  const file = new BetterSqlite(content)
  for (const pragma of ['foreign_keys = on', 'recursive_triggers = on', 'temp_store = memory']) file.pragma(pragma)
  return file
}

function createDatabase(dialect: SqliteFileDialect): Database {
  const queries = new Kysely<DatabaseSchema>({ dialect })
  return {
    kind: 'sqlite',
    queries,
    storage: createDatabaseStorageHealthTracker(),
    pool: null,
    heartbeatQueries: null,
    runWithoutTimeouts: (run) => run(queries),
    close: () => queries.destroy(),
  }
}

class WatchedDialect extends SqliteFileDialect {
  readonly #gate: DatabaseOperationScheduler
  driver: WatchedDriver | null = null

  constructor(file: BetterSqlite.Database, gate: DatabaseOperationScheduler) {
    super(file)
    this.#gate = gate
  }

  override createDriver(): Driver {
    this.driver = new WatchedDriver(super.createDriver() as SqliteDriver, this.#gate)
    return this.driver
  }
}

class WatchedConnection implements DatabaseDriverConnection {
  readonly inner: SqliteConnection
  readonly #gate: DatabaseOperationScheduler
  readonly #undo: (connection: WatchedConnection) => Promise<void>
  owner: object | null = null
  isInTransaction = false
  isBroken = false
  readonly pendingStatements: Promise<unknown>[] = []
  #last: Promise<unknown> = Promise.resolve()

  constructor(
    inner: SqliteConnection,
    gate: DatabaseOperationScheduler,
    undo: (connection: WatchedConnection) => Promise<void>,
  ) {
    this.inner = inner
    this.#gate = gate
    this.#undo = undo
  }

  /** Runs concurrent statements one after the other. */
  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const answer = this.#last.then(() => this.#execute<Row>(query))
    this.#last = answer.catch(() => {})
    return answer
  }

  async #execute<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.isBroken) throw createFakeDatabaseConnectionError()
    if (this.#gate.owner() === null) return this.inner.executeQuery<Row>(query)
    const isOutsideTransaction = !this.isInTransaction
    const text = `${query.sql} ${JSON.stringify(query.parameters)}`
    const fault = await this.#gate.waitForTurn({ kind: 'statement', text, isOutsideTransaction })
    if (this.isBroken) throw createFakeDatabaseConnectionError()
    if (fault === 'refused') {
      await this.break()
      throw createFakeDatabaseConnectionError()
    }
    try {
      const result = await this.inner.executeQuery<Row>(query)
      this.#gate.record(`    ${JSON.stringify(result.rows)} ${result.numAffectedRows ?? ''}`)
      if (fault !== 'doubtful') return result
    } catch (error) {
      this.#gate.record(`    ${String(error)}`)
      throw error
    }
    await this.break()
    throw createFakeDatabaseConnectionError()
  }

  async break(): Promise<void> {
    this.isBroken = true
    if (this.isInTransaction) await this.#undo(this)
    this.isInTransaction = false
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Streaming rows is not supported')
  }
}

class WatchedDriver implements Driver {
  readonly #inner: SqliteDriver
  readonly #gate: DatabaseOperationScheduler
  readonly #open = new Set<WatchedConnection>()

  constructor(inner: SqliteDriver, gate: DatabaseOperationScheduler) {
    this.#inner = inner
    this.#gate = gate
  }

  init(): Promise<void> {
    return this.#inner.init()
  }

  destroy(): Promise<void> {
    return this.#inner.destroy()
  }

  async acquireConnection(): Promise<WatchedConnection> {
    return new WatchedConnection(await this.#inner.acquireConnection(), this.#gate, async ({ inner }) =>
      this.#inner.rollbackTransaction(inner),
    )
  }

  async releaseConnection(): Promise<void> {}

  async beginTransaction(connection: WatchedConnection): Promise<void> {
    const fault = await this.#ask('begin')
    if (fault !== null) {
      connection.isBroken = true
      throw createFakeDatabaseConnectionError()
    }
    connection.owner = this.#gate.owner()
    this.#open.add(connection)
    await this.#inner.beginTransaction(connection.inner)
    // The owner died while waiting for its turn.
    if (connection.isBroken) {
      await this.#inner.rollbackTransaction(connection.inner)
      throw createFakeDatabaseConnectionError()
    }
    connection.isInTransaction = true
  }

  async commitTransaction(connection: WatchedConnection): Promise<void> {
    await Promise.all(connection.pendingStatements)
    if (connection.isBroken) throw new CommitOutcomeUnknownError(createFakeDatabaseConnectionError())
    const fault = await this.#ask('commit')
    // From here on, a failure leaves the outcome of the commit unknown.
    if (connection.isBroken || fault === 'refused') {
      await connection.break()
      this.#open.delete(connection)
      throw new CommitOutcomeUnknownError(createFakeDatabaseConnectionError())
    }
    await this.#inner.commitTransaction(connection.inner)
    connection.isInTransaction = false
    this.#open.delete(connection)
    if (fault !== 'doubtful') return
    connection.isBroken = true
    throw new CommitOutcomeUnknownError(createFakeDatabaseConnectionError())
  }

  async rollbackTransaction(connection: WatchedConnection): Promise<void> {
    if (connection.isBroken || !connection.isInTransaction) return
    await this.#ask('rollback')
    if (!connection.isInTransaction) return
    await this.#inner.rollbackTransaction(connection.inner)
    connection.isInTransaction = false
    this.#open.delete(connection)
  }

  async #ask(kind: 'begin' | 'commit' | 'rollback'): Promise<InjectedDatabaseFault | null> {
    return this.#gate.owner() === null
      ? null
      : this.#gate.waitForTurn({ kind, text: kind, isOutsideTransaction: false })
  }

  async abandon(isDead: (owner: object | null) => boolean): Promise<void> {
    for (const connection of this.#open)
      if (isDead(connection.owner)) {
        this.#open.delete(connection)
        await connection.break()
      }
  }
}
