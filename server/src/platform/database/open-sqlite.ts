// Opens the embedded SQLite file.
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

/** A server that has the other database never loads it. */
const loadSqlite = (): typeof BetterSqlite => require('better-sqlite3') as typeof BetterSqlite

/**
 * Opens a file, which is made with its folder where it is missing.
 * @param readOnly whether it must be there, and nothing beside it is changed; a copy on read-only media will do
 * @throws ServerStartupError where it was replaced under the log of another file
 */
export function openSqlite(path: string, readOnly: boolean): Database {
  rejectMismatchedSqliteWal(path)
  const file = readOnly ? new (loadSqlite())(path, { readonly: true, fileMustExist: true }) : openWritable(path)
  file.pragma('foreign_keys = on')
  // Who only reads goes through the whole file once at most: 16 MB of it would be kept for nobody.
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

/** Whether a file was not closed by the last process that had it open; or is open in another one. */
export const wasSqliteShutdownUnclean = (path: string): boolean => existsSync(`${path}-wal`)

/**
 * Checks every page of a file and its write-ahead log (`pragma quick_check`), and writes nothing.
 * @returns the first fault in SQLite's words; null where there is none
 * @throws what SQLite says of a file that it cannot read at all
 */
export function checkSqliteIntegrity(path: string): string | null {
  const file = new (loadSqlite())(path, { readonly: true, fileMustExist: true })
  try {
    const found = String(file.pragma('quick_check(1)', { simple: true }))
    return found === 'ok' ? null : found
  } finally {
    file.close()
  }
}

/** SQLite waits for another process that holds the file with the whole thread, so it may not wait for long; what can
 * wait longer is asked again (`sqlite-driver.ts`). */
const busyTimeoutMs = 25

function openWritable(path: string): BetterSqlite.Database {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  // Signed messages are nobody else's to read, also where the folder was there before.
  closeSync(openSync(path, 'a', 0o600))
  const file = new (loadSqlite())(path, { timeout: busyTimeoutMs })
  file.pragma('journal_mode = wal')
  // An acknowledged sign-out must survive a power cut, hence full and not the usual "normal".
  file.pragma('synchronous = full')
  // What was changed is written to its place after so many pages, and a page that was changed often until then only once. 16 MB beside the file.
  file.pragma('wal_autocheckpoint = 4000')
  // What is deleted is overwritten: who was erased must not lie in the free pages of the file, or in a copy of it (THREATS P9).
  file.pragma('secure_delete = on')
  // Without it, "insert or replace" would delete a line of the log past its trigger.
  file.pragma('recursive_triggers = on')
  // A savepoint writes pages as they were to a file of its own otherwise, in a folder that is anybody's.
  file.pragma('temp_store = memory')
  return file
}

/** What follows from the statements of a connection. */
interface ConnectionObservers {
  /** Where failures of the storage are noted. */
  storage: DatabaseStorageHealthTracker
  /** What marks the write-ahead log; null for a file that has none. */
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

/** SQLite asks some parameters for their value before it chooses a plan: whether what a column equals is 0 or 1, and how many rows a limit
 * lets through. Because better-sqlite3 forgets all parameters after each run, such a statement is planned anew every time, which costs ten
 * times what it does. Behind a sign, which changes no value, a parameter is not asked; and limits, of which there are few, are written out. */
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

class TransactionalSqliteAdapter extends SqliteAdapter {
  /** SQLite can undo a changed schema like any other change; kysely assumes that it cannot, and would leave half a migration behind. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }

  /** Who asks has its turn in the driver. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}
