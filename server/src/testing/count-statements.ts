// Counts what requests ask of the database, where the driver asks it: statements, and what is written durably. For tests that hold how
// much a request may cost. The counters of rate limits go past it.
import { PostgresDriver, SqliteDriver } from 'kysely'
import type { DatabaseConnection, Driver } from 'kysely'
import { onTestFinished, vi } from 'vitest'
import type { DatabaseKind } from '../platform/database/open-database.ts'

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
  const acquire = driver.acquireConnection
  const overheard = new WeakSet<DatabaseConnection>()
  const spy = vi.spyOn(driver, 'acquireConnection').mockImplementation(async function acquireConnection(this: Driver, options) {
    const connection = await acquire.call(this, options)
    if (overheard.has(connection)) return connection
    overheard.add(connection)
    const execute = connection.executeQuery.bind(connection)
    let isInTransaction = false
    connection.executeQuery = (query, how) => {
      const [word = ''] = query.sql.trimStart().split(' ')
      if (word === 'begin') isInTransaction = true
      else if (word === 'commit' || word === 'rollback') {
        isInTransaction = false
        if (word === 'commit') asked.commits += 1
      } else {
        asked.statements.push(query.sql)
        if (!isInTransaction && word !== 'select') asked.commits += 1
      }
      return execute(query, how)
    }
    return connection
  })
  onTestFinished(() => spy.mockRestore())
  return () => {
    const told = asked
    asked = { statements: [], commits: 0 }
    return told
  }
}
