// Expiry is decided by the clock. scripts/database-table-owners.test.ts requires these conditions.
import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'

const getEndColumns = (table: string) => ({
  ended: sql.ref(`${table}.ended_at`),
  idle: sql.ref(`${table}.idle_expires_at`),
  life: sql.ref(`${table}.expires_at`),
})

/** Includes expired sessions that are not marked as ended yet. */
export const isSessionNotEndedSql = (table = 'sessions'): RawBuilder<SqlBool> =>
  sql<SqlBool>`${getEndColumns(table).ended} is null`

/** `now` is in milliseconds since 1970 or a query parameter. */
export function isActiveSessionSql(now: number, table = 'sessions'): RawBuilder<SqlBool> {
  const { ended, idle, life: expires } = getEndColumns(table)
  return sql<SqlBool>`(${ended} is null and ${idle} > ${now} and ${expires} > ${now})`
}

/** The `+` keeps SQLite from using the expiry index, which would scan all active sessions. */
export function isActiveSessionWithoutIndexSql(now: number, table = 'sessions'): RawBuilder<SqlBool> {
  const { ended, idle, life: expires } = getEndColumns(table)
  return sql<SqlBool>`(${ended} is null and +${idle} > ${now} and +${expires} > ${now})`
}

export const getActiveSessionIndexScanSql = (now: number): { where: RawBuilder<SqlBool>; key: string[] } => {
  const { ended, idle, life: expires } = getEndColumns('sessions')
  return {
    where: sql<SqlBool>`${ended} is null and ${idle} > ${now} and +${expires} > ${now}`,
    key: ['idle_expires_at', 'expires_at', 'id'],
  }
}
