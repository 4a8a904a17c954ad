// What makes a person one who can sign in, said once: a view that every query uses which asks for it (scripts/database-table-owners.test.ts). Suspended,
// merged and erased ones keep their row, and nothing is done in their name.
import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'

/**
 * Whether a person is active, as a condition of any query that has the table.
 * @param table the name of the table in the query
 */
export const isActivePersonSql = (table = 'people'): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${table}.status`)} = 'active'`
