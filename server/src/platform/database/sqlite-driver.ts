// kysely driver for SQLite with one connection and group commit (decision 0027).
import type BetterSqlite from 'better-sqlite3'
import type { CompiledQuery, Driver, QueryResult } from 'kysely'
import type { DatabaseDriverConnection } from './database-types.ts'
import type { DatabaseStorageHealthTracker } from './database-storage-health-tracker.ts'
import { CommitOutcomeUnknownError, isCommitOutcomeUnknown } from './database-errors.ts'
import type { SqliteWalMarker } from './sqlite-wal-marker.ts'
import { setImmediate } from 'node:timers'
import { setTimeout as wait } from 'node:timers/promises'

interface CommitGroup {
  members: number
  /** The commit became due during a transaction, which then becomes the last one to join. */
  isOverdue: boolean
  committed: Promise<void>
  resolveCommit: () => void
  rejectCommit: (error: unknown) => void
}

/** This limits how long another process waits to write. */
const maxGroupMembers = 32

const maxBeginAttempts = 20
const beginRetryDelayMs = 25

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

  // A default transaction starts as a reader and fails if another process writes before it does.
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
      // On a full disk, SQLite has already rolled back; a second rollback would hide the error.
      if (this.#file.inTransaction)
        this.#run(...(connection.stage === 'alone' ? ['rollback'] : ['rollback to member', 'release member']))
    } catch (error) {
      // If a member cannot be rolled back, it must not be committed with the others.
      this.#loseGroup(error)
      throw error
    } finally {
      this.#end(connection)
    }
    // The transaction may have failed because of data that it read from earlier members.
    await group?.committed.catch(() => {})
  }

  async #execute<Row>(connection: SqliteConnection, query: CompiledQuery): Promise<QueryResult<Row>> {
    if (connection.rollbackCause !== undefined) throw connection.rollbackCause
    if (connection.stage !== 'none') return this.#askInTransaction(connection, query)
    await this.#take()
    try {
      // A query outside a transaction must not return data that is not on disk yet.
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
      else this.#loseGroup((connection.rollbackCause ??= new Error('SQLite rolled back the transaction')))
    }
  }

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

  #end(connection: SqliteConnection): void {
    connection.stage = 'none'
    connection.rollbackCause = undefined
    this.#isInTransaction = false
    if (this.#group?.isOverdue === true) this.#commitGroup()
    else this.#commitSoon()
    this.#pass()
  }

  /** All transactions whose requests were read in this event loop turn can join the commit. */
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
      // If SQLite has not rolled back, the driver rolls back, so the outcome is certain.
      const isOpen = this.#file.inTransaction
      return this.#loseGroup(!isOpen && isCommitOutcomeUnknown(error) ? new CommitOutcomeUnknownError(error) : error)
    }
    this.#group = null
    group.resolveCommit()
    this.#mark?.write()
  }

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

/** All instances of this class share the only real connection. */
export class SqliteConnection implements DatabaseDriverConnection {
  stage: TransactionStage = 'none'
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
    throw new Error('Streaming rows is not supported')
  }
}

function createCommitGroup(): CommitGroup {
  const { promise: committed, resolve: resolveCommit, reject: rejectCommit } = Promise.withResolvers<void>()
  return { members: 0, isOverdue: false, committed, resolveCommit, rejectCommit }
}

const maxCachedStatements = 200

class StatementCache {
  readonly #file: BetterSqlite.Database
  readonly #statements = new Map<string, BetterSqlite.Statement>()

  constructor(file: BetterSqlite.Database) {
    this.#file = file
  }

  prepare(text: string): BetterSqlite.Statement {
    const statement = this.#statements.get(text) ?? this.#file.prepare(text)
    this.#statements.delete(text)
    this.#statements.set(text, statement)
    if (this.#statements.size > maxCachedStatements)
      this.#statements.delete(this.#statements.keys().next().value as string)
    return statement
  }
}
