// kysely driver for PostgreSQL that sends statements before earlier results arrive (pipelining).
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

  /** The result of `begin` is not awaited, because `begin` fails only if the connection fails. */
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

  async commitTransaction(connection: PostgresConnection): Promise<void> {
    await Promise.all(connection.pendingStatements)
    const { command } = await connection.end('commit').catch((error: unknown) => {
      throw new CommitOutcomeUnknownError(error)
    })
    // The server answers a commit with ROLLBACK if a statement has failed.
    if (command === 'ROLLBACK')
      throw new Error('The transaction was rolled back because one of its statements had failed')
  }

  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    await connection.end('rollback').catch(() => {})
  }
}

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

  /** @throws the first error of a transaction, because later errors only follow from it */
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
    throw new Error('Streaming rows is not supported')
  }
}

const writeCommands = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])
