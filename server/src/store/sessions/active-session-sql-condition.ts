// What "a session is live" means, said once: a view that every query uses which asks for it (scripts/database-table-owners.test.ts). The clock decides at
// each look, and never a sweep that may be late; what has ended never becomes live again.
import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'

const getEndColumns = (table: string) => ({
  ended: sql.ref(`${table}.ended_at`),
  idle: sql.ref(`${table}.idle_expires_at`),
  life: sql.ref(`${table}.expires_at`),
})

/** Whether nobody has ended a session, be it that its time is over: for who holds it, or changes what counts only while it lasts. */
export const isSessionNotEndedSql = (table = 'sessions'): RawBuilder<SqlBool> =>
  sql<SqlBool>`${getEndColumns(table).ended} is null`

/**
 * Whether a session is live, as a condition of any query that has the table.
 * @param now milliseconds since 1970, or the place of a prepared query
 * @param table the name of the table in the query
 */
export function isActiveSessionSql(now: number, table = 'sessions'): RawBuilder<SqlBool> {
  const { ended, idle, life: expires } = getEndColumns(table)
  return sql<SqlBool>`(${ended} is null and ${idle} > ${now} and ${expires} > ${now})`
}

/** The same for a query that finds its sessions by something else. With a sign before them the ends are not looked up in an index: SQLite
 * would begin at everybody's live sessions. */
export function isActiveSessionWithoutIndexSql(now: number, table = 'sessions'): RawBuilder<SqlBool> {
  const { ended, idle, life: expires } = getEndColumns(table)
  return sql<SqlBool>`(${ended} is null and +${idle} > ${now} and +${expires} > ${now})`
}

/** The same for who counts all that are live: of the index that holds their idle end, and all else that it takes. */
export const getActiveSessionIndexScanSql = (now: number): { where: RawBuilder<SqlBool>; key: string[] } => {
  const { ended, idle, life: expires } = getEndColumns('sessions')
  return {
    where: sql<SqlBool>`${ended} is null and ${idle} > ${now} and +${expires} > ${now}`,
    key: ['idle_expires_at', 'expires_at', 'id'],
  }
}
