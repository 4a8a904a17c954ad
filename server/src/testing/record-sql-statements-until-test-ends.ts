// Records every SQL statement at the driver, for tests of query plans.
import BetterSqlite from 'better-sqlite3'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import type { DatabaseKind } from '../platform/database/open-sqlite-or-postgres-database.ts'

export interface RecordedSqlStatement {
  sql: string
  /** The values of the first execution; empty on SQLite, which plans without values. */
  values: readonly unknown[]
  during: string
}

/** Records until the test ends. On SQLite, call it before opening a database. */
export function recordSqlStatementsUntilTestEnds(
  kind: DatabaseKind,
  during: () => string,
): Map<string, RecordedSqlStatement> {
  const heard = new Map<string, RecordedSqlStatement>()
  const note = (sql: string, values: readonly unknown[]): void => {
    if (!heard.has(sql)) heard.set(sql, { sql, values, during: during() })
  }
  if (kind === 'sqlite') {
    const { prepare } = BetterSqlite.prototype
    BetterSqlite.prototype.prepare = function (this: BetterSqlite.Database, source: string) {
      note(source, [])
      return prepare.call(this, source)
    } as typeof prepare
    onTestFinished(() => void (BetterSqlite.prototype.prepare = prepare))
    return heard
  }
  type Query = (this: pg.Client, ...given: unknown[]) => unknown
  const prototype = pg.Client.prototype as unknown as { query: Query }
  const { query } = prototype
  prototype.query = function (first, ...rest) {
    if (typeof first === 'string') note(first, Array.isArray(rest[0]) ? (rest[0] as unknown[]) : [])
    else if (typeof first === 'object' && first !== null && 'text' in first)
      note(String(first.text), 'values' in first && Array.isArray(first.values) ? (first.values as unknown[]) : [])
    return query.call(this, first, ...rest)
  }
  onTestFinished(() => void (prototype.query = query))
  return heard
}
