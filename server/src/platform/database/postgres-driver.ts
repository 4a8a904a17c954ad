// The driver of PostgreSQL (kysely's `Driver`). What is asked on a connection before an earlier answer has come goes to the server at once
// (the pipelining of the extended query protocol): of a transaction, `begin` goes with its first statement, and statements that do not need
// each other's answers go together, by a `Promise.all` around them. The server carries them out in the order in which they were asked; where
// one fails, those behind it fail as well.
import type { CompiledQuery, Driver, QueryResult, TransactionSettings } from 'kysely'
import type pg from 'pg'
import type { DatabaseDriverConnection, NamedPreparedQuery } from './database-types.ts'
import { CommitOutcomeUnknownError } from './database-errors.ts'

export class PostgresDriver implements Driver {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    return new PostgresConnection(await this.#pool.connect())
  }

  async releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.client.release()
  }

  destroy(): Promise<void> {
    return this.#pool.end()
  }

  /** Nobody waits for its answer: a `begin` fails with its connection alone, and then what follows it fails too. */
  async beginTransaction(
    connection: PostgresConnection,
    { isolationLevel, accessMode }: TransactionSettings,
  ): Promise<void> {
    const modes = [
      ...(isolationLevel === undefined ? [] : [`isolation level ${isolationLevel}`]),
      ...(accessMode === undefined ? [] : [accessMode]),
    ]
    connection.begin(['begin', modes.join(', ')].join(' ').trim())
  }

  /** When the connection breaks while a commit is under way, nobody knows what became of it. */
  async commitTransaction(connection: PostgresConnection): Promise<void> {
    await Promise.all(connection.pendingStatements)
    const { command } = await connection.end('commit').catch((error: unknown) => {
      throw new CommitOutcomeUnknownError(error)
    })
    // So is a transaction ended in which a statement has failed.
    if (command === 'ROLLBACK') throw new Error('The transaction was undone: one of its statements had failed')
  }

  /** A rollback that fails leaves a connection that is thrown away, and the server rolls back by itself; the error that
   * led here is the one to tell. */
  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    await connection.end('rollback').catch(() => {})
  }
}

/** A kysely connection: one client of the pool, for as long as somebody has it. */
export class PostgresConnection implements DatabaseDriverConnection {
  readonly client: pg.PoolClient
  isInTransaction = false
  readonly pendingStatements: Promise<unknown>[] = []
  #begun: Promise<unknown> = Promise.resolve()
  #fault: unknown

  constructor(client: pg.PoolClient) {
    this.client = client
  }

  begin(text: string): void {
    this.isInTransaction = true
    this.#begun = this.client.query(text)
    this.#begun.catch(() => {})
  }

  end(text: 'commit' | 'rollback'): Promise<pg.QueryResult> {
    this.isInTransaction = false
    return this.client.query(text)
  }

  async executeQuery<Row>({
    sql,
    parameters,
    name,
  }: CompiledQuery & Partial<NamedPreparedQuery>): Promise<QueryResult<Row>> {
    const asked = this.client.query({ text: sql, values: [...parameters], ...(name !== undefined && { name }) })
    const { command, rowCount, rows } = await this.#answered(asked)
    return {
      rows: (rows ?? []) as Row[],
      ...(rowCount !== null && writeCommands.has(command) && { numAffectedRows: BigInt(rowCount) }),
    }
  }

  /** @throws of a transaction the first fault: what comes behind it only says that something had failed before */
  async #answered(asked: Promise<pg.QueryResult>): Promise<pg.QueryResult> {
    try {
      const [answer] = await Promise.all([asked, this.#begun])
      return answer
    } catch (error) {
      if (this.isInTransaction) this.#fault ??= error
      throw this.#fault ?? error
    }
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Nothing is read row by row')
  }
}

const writeCommands = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])
