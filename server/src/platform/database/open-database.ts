// Opens the one database: the embedded SQLite file, or a PostgreSQL server that several instances share. Everything
// above sees one kysely interface.
import { limits } from '@countersign/api/limits'
import type { Limits } from '@countersign/api/limits'
import type BetterSqlite from 'better-sqlite3'
import { CompiledQuery, Kysely, OperatorNode, PostgresDialect, PostgresDriver, SqliteAdapter, SqliteDialect, SqliteDriver, SqliteQueryCompiler, ValueNode } from 'kysely'
import type { BinaryOperationNode, DatabaseConnection, Driver, LimitNode, RawNode, SqliteDatabase, SqliteDialectConfig, SqliteStatement, Transaction as KyselyTransaction } from 'kysely'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { CommitInDoubt } from './unavailable.ts'
import type { Schema } from './schema.ts'

const require = createRequire(import.meta.url)

/** A server has one of the two, and never loads the other. */
const loadSqlite = (): typeof BetterSqlite => require('better-sqlite3') as typeof BetterSqlite
const loadPostgres = (): typeof pg => require('pg') as typeof pg

export type DatabaseKind = 'sqlite' | 'postgres'
export type Queries = Kysely<Schema>
export type Transaction = KyselyTransaction<Schema>

/** An open database. */
export interface Database {
  kind: DatabaseKind
  queries: Queries
  /** The PostgreSQL pool for what does not go through kysely; null on SQLite. */
  pool: pg.Pool | null
  /** Does something for which nobody waits, and which may take as long as it takes. */
  withoutLimits: <Result>(run: (queries: Queries) => Promise<Result>) => Promise<Result>
  close: () => Promise<void>
}

/** How a database is opened. */
export interface OpenOptions {
  /** Reads an SQLite file that must be there, and changes nothing beside it; a copy on read-only media will do. */
  readOnly?: boolean
  /** How a PostgreSQL is used; by default as the limits have it by default. */
  limits?: Pick<Limits, 'databaseConnections' | 'databaseWaitSeconds' | 'databaseLockSeconds'>
}

/**
 * Opens the database that a setting names.
 * @param address `sqlite:PATH` (made with its folder where it is missing) or `postgres://…`
 * @throws whatever the database says when it cannot be opened
 */
export function openDatabase(address: string, options: OpenOptions = {}): Database {
  return address.startsWith('sqlite:') ? openSqlite(address.slice('sqlite:'.length), options) : openPostgres(address, options)
}

function openSqlite(path: string, { readOnly = false }: OpenOptions): Database {
  const file = readOnly ? new (loadSqlite())(path, { readonly: true, fileMustExist: true }) : openWritable(path)
  file.pragma('foreign_keys = on')
  const queries = new Kysely<Schema>({ dialect: new OurSqliteDialect(file) })
  return { kind: 'sqlite', queries, pool: null, withoutLimits: (run) => run(queries), close: () => queries.destroy() }
}

/** SQLite waits for another process that holds the file with the whole thread, so it may not wait for long; what can
 * wait longer is asked again (`beginTransaction`). */
const busyTimeoutMs = 25

function openWritable(path: string): BetterSqlite.Database {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  // Signed messages are nobody else's to read, also where the folder was there before.
  closeSync(openSync(path, 'a', 0o600))
  const file = new (loadSqlite())(path, { timeout: busyTimeoutMs })
  file.pragma('journal_mode = wal')
  // An acknowledged sign-out must survive a power cut, hence full and not the usual "normal".
  file.pragma('synchronous = full')
  // What is deleted is overwritten: who was erased must not lie in the free pages of the file, or in a copy of it (THREATS P9).
  file.pragma('secure_delete = on')
  // Without it, "insert or replace" would delete a line of the log past its trigger.
  file.pragma('recursive_triggers = on')
  return file
}

class OurSqliteDialect extends SqliteDialect {
  readonly #driver: Driver

  constructor(file: BetterSqlite.Database) {
    const config = { database: withStatementCache(file) }
    super(config)
    this.#driver = new OurSqliteDriver(config, file)
  }

  override createDriver(): Driver {
    return this.#driver
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalSqliteAdapter()
  }

  override createQueryCompiler(): SqliteQueryCompiler {
    return new PlanOnceCompiler()
  }
}

/** SQLite asks some parameters for their value before it chooses a plan: whether what a column equals is 0 or 1, and how many rows a limit
 * lets through. Because better-sqlite3 forgets all parameters after each run, such a statement is planned anew every time, which costs ten
 * times what it does. Behind a sign, which changes no value, a parameter is not asked; and limits, of which there are few, are written out. */
class PlanOnceCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    const { limit } = node
    if (!ValueNode.is(limit) || !Number.isSafeInteger(limit.value)) return super.visitLimit(node)
    this.append(`limit ${String(limit.value)}`)
  }

  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { leftOperand, operator, rightOperand } = node
    if (!OperatorNode.is(operator) || operator.operator !== '=' || !ValueNode.is(rightOperand)) return super.visitBinaryOperation(node)
    this.visitNode(leftOperand)
    this.append(' = +')
    this.visitNode(rightOperand)
  }

  /** The same in SQL that is written out. */
  protected override visitRaw({ sqlFragments, parameters }: RawNode): void {
    for (const [index, fragment] of sqlFragments.entries()) {
      const parameter = parameters[index]
      const isCompared = /(^|[^<>!=])= *$/.test(fragment) && parameter !== undefined && ValueNode.is(parameter)
      this.append(isCompared ? `${fragment}+` : fragment)
      if (parameter !== undefined) this.visitNode(parameter)
    }
  }
}

const beginTries = 20
const beginPauseMs = 25

class OurSqliteDriver extends SqliteDriver {
  readonly #file: BetterSqlite.Database

  constructor(config: SqliteDialectConfig, file: BetterSqlite.Database) {
    super(config)
    this.#file = file
  }

  /** Begins as a writer. SQLite's own default begins as a reader and fails midway when another process has written in
   * between. While another process holds the file, everything else goes on. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const begin = CompiledQuery.raw(this.#file.readonly ? 'begin' : 'begin immediate')
    for (let tries = 1; ; tries++) {
      try {
        await connection.executeQuery(begin)
        return
      } catch (error) {
        if ((error as { code?: unknown }).code !== 'SQLITE_BUSY' || tries === beginTries) throw error
        await wait(beginPauseMs)
      }
    }
  }

  /** On a full disk SQLite rolls back by itself; to do it again would be an error that hides the first one. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#file.inTransaction) await super.rollbackTransaction(connection)
  }
}

/** SQLite can undo a changed schema like any other change; kysely assumes that it cannot, and would leave half a
 * migration behind. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

const statementCacheSize = 200

/** Keeps the prepared statements that were used last: the server runs the same few dozen over and over, after a migration ran many others once. */
function withStatementCache(file: BetterSqlite.Database): SqliteDatabase {
  const cache = new Map<string, SqliteStatement>()
  return {
    close: () => void file.close(),
    prepare: (text) => {
      const statement = cache.get(text) ?? (file.prepare(text) as unknown as SqliteStatement)
      // A map keeps its order: the oldest use stands first.
      cache.delete(text)
      cache.set(text, statement)
      if (cache.size > statementCacheSize) cache.delete(cache.keys().next().value as string)
      return statement
    },
  }
}

const int8 = 20

const defaults = {
  databaseConnections: limits.databaseConnections.default,
  databaseWaitSeconds: limits.databaseWaitSeconds.default,
  databaseLockSeconds: limits.databaseLockSeconds.default,
}

/** An instance that froze inside a transaction does not hold the others up. Milliseconds. */
const idleLimits = { idle_in_transaction_session_timeout: 10_000 }

/** Nobody's request waits without end: neither for a connection, nor for a lock, nor for an answer. */
const postgresLimits = ({ databaseConnections, databaseWaitSeconds, databaseLockSeconds }: NonNullable<OpenOptions['limits']>): pg.PoolConfig => ({
  max: databaseConnections,
  connectionTimeoutMillis: databaseWaitSeconds * 1000,
  lock_timeout: databaseLockSeconds * 1000,
  statement_timeout: databaseLockSeconds * 1000 + 2000,
  query_timeout: databaseLockSeconds * 1000 + 4000,
  ...idleLimits,
})

/** What holds for a migration too: it waits for the locks of others, which do not hold them for long, and writes for as long as there
 * are rows. */
const migrationLimits = ({ databaseWaitSeconds }: NonNullable<OpenOptions['limits']>): pg.PoolConfig => ({
  max: 1,
  connectionTimeoutMillis: databaseWaitSeconds * 1000,
  ...idleLimits,
})

function openPostgres(address: string, { limits: chosen = defaults }: OpenOptions): Database {
  const pool = openPool(address, postgresLimits(chosen))
  const queries = queriesOf(pool)
  const withoutLimits = async <Result>(run: (queries: Queries) => Promise<Result>): Promise<Result> => {
    const patient = queriesOf(openPool(address, migrationLimits(chosen)))
    try {
      return await run(patient)
    } finally {
      await patient.destroy()
    }
  }
  return { kind: 'postgres', queries, pool, withoutLimits, close: () => queries.destroy() }
}

const queriesOf = (pool: pg.Pool): Queries => new Kysely<Schema>({ dialect: new OurPostgresDialect(pool) })

function openPool(address: string, limits: pg.PoolConfig): pg.Pool {
  const { Pool, types } = loadPostgres()
  const pool = new Pool({
    connectionString: address,
    keepAlive: true,
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
  pool.on('release', (_error, client) => throwAwayUnlessIdle(client as TransactionClient))
  return pool
}

type TransactionClient = pg.PoolClient & { getTransactionStatus: () => 'I' | 'T' | 'E' | null; end: () => Promise<void> }

/** A connection whose transaction could not be ended must not be given to the next request, which would end it for both. */
function throwAwayUnlessIdle(client: TransactionClient): void {
  if (client.getTransactionStatus() !== 'I') client.end().catch(() => {})
}

class OurPostgresDialect extends PostgresDialect {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    super({ pool })
    this.#pool = pool
  }

  override createDriver(): Driver {
    return new OurPostgresDriver({ pool: this.#pool })
  }
}

class OurPostgresDriver extends PostgresDriver {
  /** When the connection breaks while a commit is under way, nobody knows what became of it. */
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.commitTransaction(connection)
    } catch (error) {
      throw new CommitInDoubt(error)
    }
  }

  /** A rollback that fails leaves a connection that is thrown away, and the server rolls back by itself; the error that
   * led here is the one to tell. */
  override async rollbackTransaction(connection: Parameters<PostgresDriver['rollbackTransaction']>[0]): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => {})
  }
}
