// Counts what requests ask of the database, where the driver asks it: statements, and what is written durably. For tests that hold how
// much a request may cost. The counters of rate limits go past it.
import type { AbortableOperationOptions, CompiledQuery, DatabaseConnection, Driver } from 'kysely'
import { onTestFinished, vi } from 'vitest'
import type { DatabaseKind } from '../platform/database/open-sqlite-or-postgres-database.ts'
import { PostgresDriver } from '../platform/database/postgres-driver.ts'
import { SqliteDriver } from '../platform/database/sqlite-driver.ts'

/** What was asked of the database. */
export interface SqlStatementCounts {
  /** All but those that begin and end transactions. */
  statements: string[]
  /** Transactions that were committed, and writes outside of any. */
  commits: number
  /** How often an answer was waited for before something else was asked: what is asked together goes together (postgres-driver.ts). */
  roundTrips: number
}

/**
 * Begins to count, until the test ends.
 * @returns a function that tells what was asked since it was last called
 */
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
    const told = asked
    asked = { statements: [], commits: 0, roundTrips: 0 }
    return told
  }
}

/** Tells of each statement of a connection that does not go with one before: that was asked in another turn of the event loop, or is answered. */
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
