// Counts what requests ask of the database, where the driver asks it: statements, and what is written durably. For tests that hold how
// much a request may cost. The counters of rate limits go past it.
import { PostgresDriver } from 'kysely'
import type { DatabaseConnection, Driver } from 'kysely'
import { onTestFinished, vi } from 'vitest'
import type { DatabaseKind } from '../platform/database/open-database.ts'
import { SqliteDriver } from '../platform/database/sqlite-driver.ts'

/** What was asked of the database. */
export interface Asked {
  /** All but those that begin and end transactions. */
  statements: string[]
  /** Transactions that were committed, and writes outside of any. */
  commits: number
}

/**
 * Begins to count, until the test ends.
 * @returns a function that tells what was asked since it was last called
 */
export function countStatements(kind: DatabaseKind): () => Asked {
  let asked: Asked = { statements: [], commits: 0 }
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
      connection.executeQuery = (query, how) => {
        const [word = ''] = query.sql.trimStart().split(' ')
        if (!['begin', 'commit', 'rollback'].includes(word)) {
          asked.statements.push(query.sql)
          if (word !== 'select' && !inTransaction.has(connection)) asked.commits += 1
        }
        return execute(query, how)
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
    asked = { statements: [], commits: 0 }
    return told
  }
}
