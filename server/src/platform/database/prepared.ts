// Queries that run with every request, built once (prepared statements). Kysely writes the SQL of a query anew each time, which costs more
// than many of these queries themselves; here it is written at the first use, and later only the values change.
import { SqliteAdapter } from 'kysely'
import type { Compilable, CompiledQuery, QueryExecutor, QueryResult } from 'kysely'
import type { Queries } from './open-database.ts'
import type { SqliteConnection } from './sqlite-driver.ts'

/** Stands in a query where a value will be. */
class Place {
  readonly index: number

  constructor(index: number) {
    this.index = index
  }
}

/**
 * Builds a query at its first use.
 * @param build is given a place for each value, of the value's type; it may only hand them on to the query, as values
 * @returns a function that runs the query with values, on a database or inside a transaction
 */
export function prepare<Values extends readonly unknown[], Row>(
  build: (queries: Queries, ...places: Values) => Compilable<Row>,
): (queries: Queries, ...values: Values) => Promise<Row[]> {
  // SQL differs between databases, and so each has its own.
  const written = new WeakMap<object, CompiledQuery<Row>>()
  return async (queries, ...values) => {
    const { adapter } = queries.getExecutor()
    let query = written.get(adapter)
    if (query === undefined) {
      query = build(queries, ...(values.map((_, index) => new Place(index)) as unknown as Values)).compile()
      written.set(adapter, query)
    }
    const parameters = query.parameters.map((value) => (value instanceof Place ? values[value.index] : value))
    const filled = { sql: query.sql, query: query.query, queryId: query.queryId, parameters }
    const { rows } = await run<Row>(queries, filled)
    return rows
  }
}

/** The connections of transactions in SQLite. */
const connections = new WeakMap<QueryExecutor, SqliteConnection>()

/** Runs a query: in an SQLite transaction at once, because kysely's own way there costs more than most of these queries. */
async function run<Row>(queries: Queries, query: CompiledQuery<Row>): Promise<QueryResult<Row>> {
  const executor = queries.getExecutor()
  if (!queries.isTransaction || !(executor.adapter instanceof SqliteAdapter)) return queries.executeQuery(query)
  let connection = connections.get(executor)
  if (connection === undefined) {
    connection = await executor.provideConnection(async (one) => one as SqliteConnection)
    connections.set(executor, connection)
  }
  // Kysely says what is wrong where the transaction is over.
  return connection.stage === 'none' ? queries.executeQuery(query) : connection.executeQuery(query)
}

/** More rows at once are rare, and their statements long. */
const mostPrepared = 8

/**
 * The same for a statement of as many rows as there are: it is built once for each number of rows that comes often.
 * @param build is given rows whose values may only be handed on, as values
 * @returns a function that runs the statement with rows, which all have the same columns; none does nothing
 */
export function prepareRows<Row extends object, Result>(
  build: (queries: Queries, rows: readonly Row[]) => Compilable<Result>,
): (queries: Queries, rows: readonly Row[]) => Promise<Result[]> {
  const ofNumber = new Map<number, (queries: Queries, rows: readonly Row[]) => Promise<Result[]>>()
  return async (queries, rows) => {
    const [first] = rows
    if (first === undefined) return []
    if (rows.length > mostPrepared) return (await queries.executeQuery(build(queries, rows).compile())).rows
    let run = ofNumber.get(rows.length)
    if (run === undefined) {
      run = prepareNumber(build, Object.keys(first) as (keyof Row)[], rows.length)
      ofNumber.set(rows.length, run)
    }
    return run(queries, rows)
  }
}

function prepareNumber<Row extends object, Result>(
  build: (queries: Queries, rows: readonly Row[]) => Compilable<Result>,
  columns: readonly (keyof Row)[],
  number: number,
): (queries: Queries, rows: readonly Row[]) => Promise<Result[]> {
  const placed = (places: readonly unknown[]): Row[] =>
    Array.from(
      { length: number },
      (_, row) => Object.fromEntries(columns.map((column, at) => [column, places[row * columns.length + at]])) as Row,
    )
  const run = prepare((queries, ...places: readonly unknown[]) => build(queries, placed(places)))
  return (queries, rows) => run(queries, ...rows.flatMap((row) => columns.map((column) => row[column])))
}
