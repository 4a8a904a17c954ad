import { sql } from 'kysely'
import type { Compilable, RawBuilder } from 'kysely'
import { isSqlite } from './is-sqlite.ts'
import { prepareSqlQuery } from './prepare-and-pipeline-sql-queries.ts'
import type { DatabaseQueryBuilder } from './open-sqlite-or-postgres-database.ts'

/** A condition that the text column has a value of the list. */
export type IsInSqlList = (column: string) => RawBuilder<boolean>

/**
 * Prepares a query with a list of any length as a single parameter, because hundreds of parameters
 * take longer to send than many queries take to run.
 *
 * @param build gets placeholders, which it may pass to the query only as values
 */
export function prepareSqlListQuery<Values extends readonly unknown[], Row>(
  build: (queries: DatabaseQueryBuilder, isInList: IsInSqlList, ...places: Values) => Compilable<Row>,
): (queries: DatabaseQueryBuilder, list: readonly string[], ...values: Values) => Promise<Row[]> {
  const run = prepareSqlQuery((queries, list: unknown, ...places: Values) =>
    build(queries, (column) => createListCondition(isSqlite(queries), column, list), ...places),
  )
  return (queries, list, ...values) => run(queries, isSqlite(queries) ? JSON.stringify(list) : list, ...values)
}

const createListCondition = (ofSqlite: boolean, column: string, list: unknown): RawBuilder<boolean> =>
  ofSqlite
    ? sql<boolean>`${sql.ref(column)} in (select value from json_each(${list}))`
    : sql<boolean>`${sql.ref(column)} = any(${list})`
