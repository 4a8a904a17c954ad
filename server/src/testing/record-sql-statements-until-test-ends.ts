// Hears every statement at the last place before the database, whoever sends it: for tests that look at how each is answered.
import BetterSqlite from 'better-sqlite3'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import type { DatabaseKind } from '../platform/database/open-sqlite-or-postgres-database.ts'

/** A statement, once for each text. */
export interface RecordedSqlStatement {
  sql: string
  /** Of the first time; none on SQLite, which plans without looking at them. */
  values: readonly unknown[]
  /** What was going on then. */
  during: string
}

/**
 * Begins to listen, until the test ends. On SQLite, where statements are prepared once, before a database is opened.
 * @param during says what is going on
 */
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
