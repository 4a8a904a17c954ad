// An SQLite in memory for the simulation (e2e/src/simulation): before each statement, and before a transaction begins or ends, it is asked whether to go
// on and what goes wrong (fault injection). It fails as a PostgreSQL does that is reached over a network, which fails in more ways than a file.
import BetterSqlite from 'better-sqlite3'
import { Kysely, sql } from 'kysely'
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import type { Schema } from '../platform/database/schema.ts'
import { FileDialect } from '../platform/database/sqlite.ts'
import type { SqliteConnection, SqliteDriver } from '../platform/database/sqlite-driver.ts'
import { CommitInDoubt } from '../platform/database/unavailable.ts'

/** Something that is about to be done. */
export interface DatabaseStep {
  kind: 'begin' | 'statement' | 'commit' | 'rollback'
  text: string
  /** Whether it stands by itself, and not in a transaction. */
  isAlone: boolean
}

/** Says what happens to each step. */
export interface DatabaseGate {
  /** Whose step it is; whatever has the same owner dies together. */
  owner: () => unknown
  /** Waits until it is its turn. @returns what goes wrong; null where nothing does */
  pass: (step: DatabaseStep) => Promise<'refused' | 'doubtful' | null>
  /** Is told what came of it. */
  note: (text: string) => void
}

/** A database that can be simulated. */
export interface SimulatedDatabase extends Database {
  /** Breaks every connection of whoever died: what they have not committed is undone. */
  abandon: (isDead: (owner: unknown) => boolean) => Promise<void>
  /** Asks past the server. @returns the rows */
  query: (text: string) => Promise<Record<string, unknown>[]>
}

/** The whole of a database, to open another one with. */
export type Snapshot = Buffer

/** Opens an SQLite in memory. Nobody is asked about what is done before it is watched. */
export function openSimulatedSqlite(
  snapshot: Snapshot | null,
  gate: DatabaseGate | null,
): SimulatedDatabase & {
  /** Everything that is in it. */
  save: () => Snapshot
} {
  const file = snapshot === null ? new BetterSqlite(':memory:') : new BetterSqlite(snapshot)
  file.pragma('foreign_keys = on')
  file.pragma('recursive_triggers = on')
  file.pragma('temp_store = memory')
  const dialect = gate === null ? new FileDialect(file) : new WatchedDialect(file, gate)
  const queries = new Kysely<Schema>({ dialect })
  return {
    kind: 'sqlite',
    queries,
    pool: null,
    withoutLimits: (run) => run(queries),
    close: () => queries.destroy(),
    abandon: async (isDead) => {
      if (dialect instanceof WatchedDialect) await dialect.driver?.abandon(isDead)
    },
    query: async (text) => (await sql.raw<Record<string, unknown>>(text).execute(queries)).rows,
    save: () => file.serialize(),
  }
}

class WatchedDialect extends FileDialect {
  readonly #gate: DatabaseGate
  driver: WatchedDriver | null = null

  constructor(file: BetterSqlite.Database, gate: DatabaseGate) {
    super(file)
    this.#gate = gate
  }

  override createDriver(): Driver {
    this.driver = new WatchedDriver(super.createDriver() as SqliteDriver, this.#gate)
    return this.driver
  }
}

/** As `pg` says it, so that it is known as a database that is away. */
const broken = (): Error =>
  Object.assign(new Error('Connection terminated unexpectedly (simulated)'), { code: 'ECONNRESET' })

class WatchedConnection implements DatabaseConnection {
  readonly inner: SqliteConnection
  readonly #gate: DatabaseGate
  readonly #undo: (connection: WatchedConnection) => Promise<void>
  owner: unknown = null
  isInTransaction = false
  isBroken = false

  constructor(inner: SqliteConnection, gate: DatabaseGate, undo: (connection: WatchedConnection) => Promise<void>) {
    this.inner = inner
    this.#gate = gate
    this.#undo = undo
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.isBroken) throw broken()
    const isAlone = !this.isInTransaction
    const text = `${query.sql} ${JSON.stringify(query.parameters)}`
    const fault = await this.#gate.pass({ kind: 'statement', text, isAlone })
    if (this.isBroken) throw broken()
    if (fault === 'refused') {
      await this.break()
      throw broken()
    }
    try {
      const result = await this.inner.executeQuery<Row>(query)
      this.#gate.note(`    ${JSON.stringify(result.rows)} ${result.numAffectedRows ?? ''}`)
      if (fault !== 'doubtful') return result
    } catch (error) {
      this.#gate.note(`    ${String(error)}`)
      throw error
    }
    await this.break()
    throw broken()
  }

  /** The connection is gone, and with it what was not committed. */
  async break(): Promise<void> {
    this.isBroken = true
    if (this.isInTransaction) await this.#undo(this)
    this.isInTransaction = false
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Nothing is read row by row')
  }
}

class WatchedDriver implements Driver {
  readonly #inner: SqliteDriver
  readonly #gate: DatabaseGate
  readonly #open = new Set<WatchedConnection>()

  constructor(inner: SqliteDriver, gate: DatabaseGate) {
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
    const fault = await this.#gate.pass({ kind: 'begin', text: 'begin', isAlone: false })
    if (fault !== null) {
      connection.isBroken = true
      throw broken()
    }
    connection.owner = this.#gate.owner()
    this.#open.add(connection)
    await this.#inner.beginTransaction(connection.inner)
    // Whoever died while it waited for its turn has no use for it.
    if (connection.isBroken) {
      await this.#inner.rollbackTransaction(connection.inner)
      throw broken()
    }
    connection.isInTransaction = true
  }

  async commitTransaction(connection: WatchedConnection): Promise<void> {
    if (connection.isBroken) throw new CommitInDoubt(broken())
    const fault = await this.#gate.pass({ kind: 'commit', text: 'commit', isAlone: false })
    // When it breaks now, nobody knows whether before or after.
    if (connection.isBroken || fault === 'refused') {
      await connection.break()
      this.#open.delete(connection)
      throw new CommitInDoubt(broken())
    }
    await this.#inner.commitTransaction(connection.inner)
    connection.isInTransaction = false
    this.#open.delete(connection)
    if (fault !== 'doubtful') return
    connection.isBroken = true
    throw new CommitInDoubt(broken())
  }

  async rollbackTransaction(connection: WatchedConnection): Promise<void> {
    if (connection.isBroken || !connection.isInTransaction) return
    await this.#gate.pass({ kind: 'rollback', text: 'rollback', isAlone: false })
    if (!connection.isInTransaction) return
    await this.#inner.rollbackTransaction(connection.inner)
    connection.isInTransaction = false
    this.#open.delete(connection)
  }

  async abandon(isDead: (owner: unknown) => boolean): Promise<void> {
    for (const connection of this.#open)
      if (isDead(connection.owner)) {
        this.#open.delete(connection)
        await connection.break()
      }
  }
}
