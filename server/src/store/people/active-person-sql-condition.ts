// SQL condition for active people. scripts/database-table-owners.test.ts requires its use.
import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'

export const isActivePersonSql = (table = 'people'): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${table}.status`)} = 'active'`
