// Counts SQL statements and commits at the driver, except those of rate limits.
import type { AbortableOperationOptions, CompiledQuery, DatabaseConnection, Driver } from 'kysely'
import { onTestFinished, vi } from 'vitest'
import type { DatabaseKind } from '../platform/database/open-sqlite-or-postgres-database.ts'
import { PostgresDriver } from '../platform/database/postgres-driver.ts'
import { SqliteDriver } from '../platform/database/sqlite-driver.ts'

export interface SqlStatementCounts {
  /** Excludes the statements that start or end transactions. */
  statements: string[]
  /** Committed transactions, and writes outside of transactions. */
  commits: number
  /** Statements that are sent together are one round trip (postgres-driver.ts). */
  roundTrips: number
}

/** @returns a function that gives the counts since its last call */
export function countSqlStatementsUntilTestEnds(kind: DatabaseKind): () => SqlStatementCounts {
  let asked: SqlStatementCounts = { statements: [], commits: 0, roundTrips: 0 }
  const driver: Driver = kind === 'sqlite' ? SqliteDriver.prototype : PostgresDriver.prototype
  const { acquireConnection, beginTransaction, commitTransaction, rollbackTransaction } = driver
  const overheard = new WeakSet<DatabaseConnection>()
  const inTransaction = new WeakSet<DatabaseConnection>()
  const spies = [
    vi.spyOn(driver, 'acquireConnection').mockImplementation(async function acquire(this: Driver, options) {
      const connection = await acquireConnection.call(this, options)
      if (overheard.has(connection)) return connection
      overheard.add(connection)
      const execute = connection.executeQuery.bind(connection)
      const noteTrip = createRoundTripCounter(() => (asked.roundTrips += 1))
      connection.executeQuery = <Row>(query: CompiledQuery, how?: AbortableOperationOptions) => {
        const [word = ''] = query.sql.trimStart().split(' ')
        if (!['begin', 'commit', 'rollback'].includes(word)) {
          asked.statements.push(query.sql)
          if (word !== 'select' && !inTransaction.has(connection)) asked.commits += 1
        }
        const answer = execute<Row>(query, how)
        noteTrip(answer)
        return answer
      }
      return connection
    }),
    vi.spyOn(driver, 'beginTransaction').mockImplementation(async function begin(this: Driver, connection, settings) {
      inTransaction.add(connection)
      await beginTransaction.call(this, connection, settings)
    }),
    vi.spyOn(driver, 'commitTransaction').mockImplementation(async function commit(this: Driver, connection) {
      inTransaction.delete(connection)
      asked.commits += 1
      asked.roundTrips += 1
      await commitTransaction.call(this, connection)
    }),
    vi.spyOn(driver, 'rollbackTransaction').mockImplementation(async function rollback(this: Driver, connection) {
      inTransaction.delete(connection)
      await rollbackTransaction.call(this, connection)
    }),
  ]
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore()
  })
  return () => {
    const counts = asked
    asked = { statements: [], commits: 0, roundTrips: 0 }
    return counts
  }
}

/** Reports a statement unless it was sent in the same event loop turn as an unanswered one. */
function createRoundTripCounter(tell: () => void): (answer: Promise<unknown>) => void {
  let unanswered = 0
  let isSameTurn = false
  return (answer) => {
    if (unanswered === 0 || !isSameTurn) tell()
    isSameTurn = true
    setImmediate(() => (isSameTurn = false))
    unanswered += 1
    const answered = () => (unanswered -= 1)
    answer.then(answered, answered)
  }
}
