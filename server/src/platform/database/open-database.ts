// Opens the one database: the embedded SQLite file, or a PostgreSQL server that several instances share. Everything
// above sees one kysely interface.
import BetterSqlite from 'better-sqlite3'
import { CompiledQuery, Kysely, PostgresDialect, SqliteAdapter, SqliteDialect, SqliteDriver } from 'kysely'
import type { DatabaseConnection, Driver, SqliteDatabase, SqliteDialectConfig, SqliteStatement, Transaction as KyselyTransaction } from 'kysely'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import pg from 'pg'
import type { Schema } from './schema.ts'

export type DatabaseKind = 'sqlite' | 'postgres'
export type Queries = Kysely<Schema>
export type Transaction = KyselyTransaction<Schema>

/** An open database. */
export interface Database {
  kind: DatabaseKind
  queries: Queries
  /** The PostgreSQL pool for what does not go through kysely; null on SQLite. */
  pool: pg.Pool | null
  close: () => Promise<void>
}

/** How long a write waits for another process, such as a command, that holds the SQLite file. Nothing else runs meanwhile. */
const busyTimeoutMs = 1000

/**
 * Opens the database that a setting names.
 * @param address `sqlite:PATH` (made with its folder where it is missing) or `postgres://…`
 * @throws whatever the database says when it cannot be opened
 */
export function openDatabase(address: string): Database {
  return address.startsWith('sqlite:') ? openSqlite(address.slice('sqlite:'.length)) : openPostgres(address)
}

function openSqlite(path: string): Database {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const file = new BetterSqlite(path, { timeout: busyTimeoutMs })
  file.pragma('journal_mode = wal')
  // An acknowledged sign-out must survive a power cut, hence full and not the usual "normal".
  file.pragma('synchronous = full')
  file.pragma('foreign_keys = on')
  const queries = new Kysely<Schema>({ dialect: new ImmediateSqliteDialect({ database: withStatementCache(file) }) })
  return { kind: 'sqlite', queries, pool: null, close: () => queries.destroy() }
}

/** Begins every transaction as a writer. SQLite's own default begins as a reader and fails midway when another process
 * has written in between. */
class ImmediateSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig

  constructor(config: SqliteDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): Driver {
    return new ImmediateSqliteDriver(this.#config)
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalSqliteAdapter()
  }
}

/** SQLite can undo a changed schema like any other change; kysely assumes that it cannot, and would leave half a
 * migration behind. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}

const statementCacheSize = 200

/** Keeps prepared statements: the server runs the same few dozen over and over. */
function withStatementCache(file: BetterSqlite.Database): SqliteDatabase {
  const cache = new Map<string, SqliteStatement>()
  return {
    close: () => void file.close(),
    prepare: (text) => {
      let statement = cache.get(text)
      if (statement === undefined) {
        statement = file.prepare(text) as unknown as SqliteStatement
        if (cache.size < statementCacheSize) cache.set(text, statement)
      }
      return statement
    },
  }
}

const int8 = 20
const poolSize = 10
const connectTimeoutMs = 3000

function openPostgres(address: string): Database {
  const pool = new pg.Pool({
    connectionString: address,
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    // A database that hangs must not hold a person's request without end.
    query_timeout: 10_000,
    // Whole numbers come as text by default. All of ours are below 2^53.
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        oid === int8 ? Number : (pg.types.getTypeParser(oid, format as 'text') as unknown)) as typeof pg.types.getTypeParser,
    },
  })
  // A connection that breaks while idle is replaced at the next use; without a listener it would end the process.
  pool.on('error', () => {})
  const queries = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  return { kind: 'postgres', queries, pool, close: () => queries.destroy() }
}
