// The driver of the SQLite file (kysely's `Driver`). There is one connection to it, and transactions and lone statements have it in turns.
// Transactions that end in the same turn of the event loop are written to the disk together (a group commit, as PostgreSQL has it with
// `commit_delay`): each but the first runs in a savepoint of the one before, so that it is kept or undone by itself, and nobody is told that
// theirs is kept, or anything that they read in one, before all are on the disk. Decision 0027.
import type BetterSqlite from 'better-sqlite3'
import type { CompiledQuery, Driver, QueryResult } from 'kysely'
import type { DatabaseDriverConnection } from './database-types.ts'
import type { DatabaseStorageHealthTracker } from './database-storage-health-tracker.ts'
import { CommitOutcomeUnknownError, isCommitOutcomeUnknown } from './database-errors.ts'
import type { SqliteWalMarker } from './sqlite-wal-marker.ts'
import { setImmediate } from 'node:timers'
import { setTimeout as wait } from 'node:timers/promises'

/** Transactions that are over, and go to the disk together. */
interface CommitGroup {
  members: number
  /** Its time came while another transaction was in progress: that one is the last to come along. */
  isOverdue: boolean
  /** Resolves when all are on the disk; rejects where none is. */
  committed: Promise<void>
  resolveCommit: () => void
  rejectCommit: (error: unknown) => void
}

/** So many are written together at most: another process that wants to write waits for no more. */
const maxGroupMembers = 32

const maxBeginAttempts = 20
const beginRetryDelayMs = 25

/** Whether a connection is in a transaction, and whether that one began by itself or came along with those that are over. */
type TransactionStage = 'none' | 'alone' | 'member'

export class SqliteDriver implements Driver {
  readonly #file: BetterSqlite.Database
  readonly #statements: StatementCache
  readonly #storage: DatabaseStorageHealthTracker
  readonly #mark: SqliteWalMarker | null
  readonly #waiting: (() => void)[] = []
  #isTaken = false
  #isInTransaction = false
  #isDue = false
  #group: CommitGroup | null = null

  /**
   * @param storage where failures of the storage are noted
   * @param mark what marks the write-ahead log; null for a file that has none
   */
  constructor(file: BetterSqlite.Database, storage: DatabaseStorageHealthTracker, mark: SqliteWalMarker | null) {
    this.#file = file
    this.#statements = new StatementCache(file)
    this.#storage = storage
    this.#mark = mark
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteConnection> {
    return new SqliteConnection((connection, query) => this.#execute(connection, query))
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.#take()
    this.#commitGroup()
    this.#file.close()
    this.#mark?.close()
    this.#pass()
  }

  /** Begins as a writer. SQLite's own default begins as a reader and fails midway when another process has written in between. */
  async beginTransaction(connection: SqliteConnection): Promise<void> {
    await this.#take()
    try {
      if (this.#group !== null && this.#group.members >= maxGroupMembers) this.#commitGroup()
      connection.stage = this.#group === null ? 'alone' : 'member'
      if (this.#group === null) await this.#begin()
      else this.#run('savepoint member')
      this.#isInTransaction = true
    } catch (error) {
      connection.stage = 'none'
      this.#pass()
      throw error
    }
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    if (connection.pendingStatements.length > 0) await Promise.all(connection.pendingStatements)
    if (connection.rollbackCause !== undefined) throw connection.rollbackCause
    if (connection.stage === 'member') this.#run('release member')
    const group = (this.#group ??= createCommitGroup())
    group.members += 1
    this.#end(connection)
    await group.committed
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    if (connection.stage === 'none') return
    const group = this.#group
    try {
      // On a full disk SQLite rolls back by itself; to do it again would be an error that hides the first one.
      if (this.#file.inTransaction)
        this.#run(...(connection.stage === 'alone' ? ['rollback'] : ['rollback to member', 'release member']))
    } catch (error) {
      // What could not be undone by itself must not be kept with the others.
      this.#loseGroup(error)
      throw error
    } finally {
      this.#end(connection)
    }
    // What made it fail may be what it read of those before it.
    await group?.committed.catch(() => {})
  }

  /** @throws what SQLite says, by the promise that kysely expects */
  async #execute<Row>(connection: SqliteConnection, query: CompiledQuery): Promise<QueryResult<Row>> {
    if (connection.rollbackCause !== undefined) throw connection.rollbackCause
    if (connection.stage !== 'none') return this.#askInTransaction(connection, query)
    await this.#take()
    try {
      // What was not in a transaction is answered at once, and may tell of nothing that is not on the disk.
      this.#commitGroup()
      return this.#askAlone(query)
    } finally {
      this.#pass()
    }
  }

  #askInTransaction<Row>(connection: SqliteConnection, query: CompiledQuery): QueryResult<Row> {
    try {
      return this.#ask(query)
    } catch (error) {
      connection.rollbackCause = error
      throw error
    } finally {
      if (this.#file.inTransaction) connection.rollbackCause = undefined
      else this.#loseGroup((connection.rollbackCause ??= new Error('SQLite undid the transaction')))
    }
  }

  /** A statement outside of a transaction is one by itself, with a commit of its own. */
  #askAlone<Row>(query: CompiledQuery): QueryResult<Row> {
    try {
      return this.#ask(query)
    } catch (error) {
      if (isCommitOutcomeUnknown(error) && !this.#statements.prepare(query.sql).readonly)
        throw new CommitOutcomeUnknownError(error)
      throw error
    } finally {
      this.#mark?.write()
    }
  }

  #ask<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
    return this.#noting(() => {
      const statement = this.#statements.prepare(sql)
      if (statement.reader) return { rows: statement.all(parameters) as Row[] }
      const { changes, lastInsertRowid } = statement.run(parameters)
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
    })
  }

  #noting<Result>(run: () => Result): Result {
    try {
      return run()
    } catch (error) {
      this.#storage.recordError(error)
      throw error
    }
  }

  /** While another process holds the file, everything else goes on. */
  async #begin(): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        this.#run(this.#file.readonly ? 'begin' : 'begin immediate')
        return
      } catch (error) {
        if ((error as { code?: unknown }).code !== 'SQLITE_BUSY' || tries === maxBeginAttempts) throw error
        await wait(beginRetryDelayMs)
      }
    }
  }

  #run(...statements: readonly string[]): void {
    this.#noting(() => {
      for (const statement of statements) this.#statements.prepare(statement).run()
    })
  }

  /** The transaction of a connection is over, and the next one begins. */
  #end(connection: SqliteConnection): void {
    connection.stage = 'none'
    connection.rollbackCause = undefined
    this.#isInTransaction = false
    if (this.#group?.isOverdue === true) this.#commitGroup()
    else this.#commitSoon()
    this.#pass()
  }

  /** Who is ready by now comes along: everybody whose request was read in this turn of the event loop. */
  #commitSoon(): void {
    if (this.#isDue || this.#group === null) return
    this.#isDue = true
    setImmediate(() => {
      this.#isDue = false
      if (!this.#isInTransaction) this.#commitGroup()
      else if (this.#group !== null) this.#group.isOverdue = true
    })
  }

  #commitGroup(): void {
    const group = this.#group
    if (group === null) return
    try {
      this.#run('commit')
    } catch (error) {
      // What SQLite has not undone by itself, we undo: that is certain.
      const isOpen = this.#file.inTransaction
      return this.#loseGroup(!isOpen && isCommitOutcomeUnknown(error) ? new CommitOutcomeUnknownError(error) : error)
    }
    this.#group = null
    group.resolveCommit()
    this.#mark?.write()
  }

  /** Nothing is kept of what is not on the disk, and everybody whose it was is told. Where SQLite rolled back by itself, nothing is left to undo. */
  #loseGroup(error: unknown): void {
    this.#group?.rejectCommit(error)
    this.#group = null
    if (this.#file.inTransaction) this.#run('rollback')
  }

  async #take(): Promise<void> {
    if (this.#isTaken) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#isTaken = true
  }

  #pass(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#isTaken = false
    else next()
  }
}

/** A kysely connection. All stand for the one that there is. */
export class SqliteConnection implements DatabaseDriverConnection {
  stage: TransactionStage = 'none'
  /** Why the transaction in progress is undone already, where it is. */
  rollbackCause: unknown
  readonly pendingStatements: Promise<unknown>[] = []
  readonly #execute: <Row>(connection: SqliteConnection, query: CompiledQuery) => Promise<QueryResult<Row>>

  constructor(execute: <Row>(connection: SqliteConnection, query: CompiledQuery) => Promise<QueryResult<Row>>) {
    this.#execute = execute
  }

  get isInTransaction(): boolean {
    return this.stage !== 'none'
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#execute(this, query)
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Nothing is read row by row')
  }
}

function createCommitGroup(): CommitGroup {
  const { promise: committed, resolve: resolveCommit, reject: rejectCommit } = Promise.withResolvers<void>()
  return { members: 0, isOverdue: false, committed, resolveCommit, rejectCommit }
}

const maxCachedStatements = 200

/** Keeps the prepared statements that were used last: the server runs the same few dozen over and over, after a migration ran many others once. */
class StatementCache {
  readonly #file: BetterSqlite.Database
  readonly #statements = new Map<string, BetterSqlite.Statement>()

  constructor(file: BetterSqlite.Database) {
    this.#file = file
  }

  prepare(text: string): BetterSqlite.Statement {
    const statement = this.#statements.get(text) ?? this.#file.prepare(text)
    // A map keeps its order: the oldest use stands first.
    this.#statements.delete(text)
    this.#statements.set(text, statement)
    if (this.#statements.size > maxCachedStatements)
      this.#statements.delete(this.#statements.keys().next().value as string)
    return statement
  }
}
