import type BetterSqlite from 'better-sqlite3'
import { Kysely, OperatorNode, SqliteAdapter, SqliteDialect, SqliteQueryCompiler, ValueNode } from 'kysely'
import type { BinaryOperationNode, Driver, LimitNode, RawNode } from 'kysely'
import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import type { Database } from './database-types.ts'
import type { DatabaseSchema } from './database-schema.ts'
import { SqliteDriver } from './sqlite-driver.ts'
import { createDatabaseStorageHealthTracker } from './database-storage-health-tracker.ts'
import type { DatabaseStorageHealthTracker } from './database-storage-health-tracker.ts'
import { rejectMismatchedSqliteWal, SqliteWalMarker } from './sqlite-wal-marker.ts'

const require = createRequire(import.meta.url)

const loadSqlite = (): typeof BetterSqlite => require('better-sqlite3') as typeof BetterSqlite

/** @throws ServerStartupError if the file was replaced but the WAL of the previous file remains */
export function openSqlite(path: string, readOnly: boolean): Database {
  rejectMismatchedSqliteWal(path)
  const file = readOnly ? new (loadSqlite())(path, { readonly: true, fileMustExist: true }) : openWritable(path)
  file.pragma('foreign_keys = on')
  // A reader reads each page at most once, so a 16 MB cache would be wasted.
  if (readOnly) file.pragma('cache_size = -1000')
  const storage = createDatabaseStorageHealthTracker()
  const queries = new Kysely<DatabaseSchema>({
    dialect: new SqliteFileDialect(file, { storage, mark: readOnly ? null : new SqliteWalMarker(file) }),
  })
  return {
    kind: 'sqlite',
    queries,
    storage,
    pool: null,
    heartbeatQueries: null,
    runWithoutTimeouts: (run) => run(queries),
    close: () => queries.destroy(),
  }
}

export const wasSqliteShutdownUnclean = (path: string): boolean => existsSync(`${path}-wal`)

/** Writes nothing. @returns the first finding of SQLite, or null if intact @throws SQLite errors */
export function checkSqliteIntegrity(path: string): string | null {
  const file = new (loadSqlite())(path, { readonly: true, fileMustExist: true })
  try {
    const found = String(file.pragma('quick_check(1)', { simple: true }))
    return found === 'ok' ? null : found
  } finally {
    file.close()
  }
}

/** SQLite blocks the thread while it waits, so this is short; sqlite-driver.ts retries. */
const busyTimeoutMs = 25

function openWritable(path: string): BetterSqlite.Database {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  // Other users of the machine must not read signed messages.
  closeSync(openSync(path, 'a', 0o600))
  const file = new (loadSqlite())(path, { timeout: busyTimeoutMs })
  file.pragma('journal_mode = wal')
  // A sign-out that was confirmed must survive a power failure, so this is "full" and not "normal".
  file.pragma('synchronous = full')
  // This allows 16 MB of WAL, so that a page that changes often is copied to the file only once.
  file.pragma('wal_autocheckpoint = 4000')
  // Data of erased people must not remain in free pages of the file or of a copy (THREATS P9).
  file.pragma('secure_delete = on')
  // Without this, "insert or replace" would delete an audit log entry without running its trigger.
  file.pragma('recursive_triggers = on')
  // Without this, a savepoint would write old pages to a folder that any user can access.
  file.pragma('temp_store = memory')
  return file
}

interface ConnectionObservers {
  storage: DatabaseStorageHealthTracker
  mark: SqliteWalMarker | null
}

export class SqliteFileDialect extends SqliteDialect {
  readonly #file: BetterSqlite.Database
  readonly #consequences: ConnectionObservers

  constructor(
    file: BetterSqlite.Database,
    consequences: ConnectionObservers = { storage: createDatabaseStorageHealthTracker(), mark: null },
  ) {
    super({ database: file })
    this.#file = file
    this.#consequences = consequences
  }

  override createDriver(): Driver {
    const { storage, mark } = this.#consequences
    return new SqliteDriver(this.#file, storage, mark)
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalSqliteAdapter()
  }

  override createQueryCompiler(): SqliteQueryCompiler {
    return new ReusablePlanCompiler()
  }
}

// SQLite would plan every run again, at ten times the cost, because better-sqlite3 clears values
// after each run. A unary plus hides a value from the planner; limits are written into the SQL.
class ReusablePlanCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    const { limit } = node
    if (!ValueNode.is(limit) || !Number.isSafeInteger(limit.value)) return super.visitLimit(node)
    this.append(`limit ${String(limit.value)}`)
  }

  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { leftOperand, operator, rightOperand } = node
    if (!OperatorNode.is(operator) || operator.operator !== '=' || !ValueNode.is(rightOperand))
      return super.visitBinaryOperation(node)
    this.visitNode(leftOperand)
    this.append(' = +')
    this.visitNode(rightOperand)
  }

  protected override visitRaw({ sqlFragments, parameters }: RawNode): void {
    for (const [index, fragment] of sqlFragments.entries()) {
      const parameter = parameters[index]
      const isCompared = /(^|[^<>!=])= *$/.test(fragment) && parameter !== undefined && ValueNode.is(parameter)
      this.append(isCompared ? `${fragment}+` : fragment)
      if (parameter !== undefined) this.visitNode(parameter)
    }
  }
}

class TransactionalSqliteAdapter extends SqliteAdapter {
  /** kysely assumes that SQLite lacks transactional DDL, and would leave a migration half done. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }

  override get supportsMultipleConnections(): boolean {
    return true
  }
}
