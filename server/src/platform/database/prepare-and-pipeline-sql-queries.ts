// Queries that run with every request, built once (prepared statements). Kysely writes the SQL of a query anew each time, which costs more
// than many of these queries themselves; here it is written at the first use, and later only the values change.
import type { Compilable, CompiledQuery, QueryExecutor, QueryResult } from 'kysely'
import { createHash } from 'node:crypto'
import type {
  DatabaseDriverConnection,
  NamedPreparedQuery,
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from './database-types.ts'

/** Stands in a query where a value will be. */
class ParameterPlaceholder {
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
export function prepareSqlQuery<Values extends readonly unknown[], Row>(
  build: (queries: DatabaseQueryBuilder, ...places: Values) => Compilable<Row>,
): (queries: DatabaseQueryBuilder, ...values: Values) => Promise<Row[]> {
  // SQL differs between databases, and so each has its own.
  const written = new WeakMap<object, NamedPreparedQuery<Row>>()
  return async (queries, ...values) => {
    const { adapter } = queries.getExecutor()
    let query = written.get(adapter)
    if (query === undefined) {
      query = toNamedQuery(
        build(queries, ...(values.map((_, index) => new ParameterPlaceholder(index)) as unknown as Values)).compile(),
      )
      written.set(adapter, query)
    }
    const parameters = query.parameters.map((value) =>
      value instanceof ParameterPlaceholder ? values[value.index] : value,
    )
    const { rows } = await run<Row>(queries, { ...query, parameters })
    return rows
  }
}

function toNamedQuery<Row>({ sql, query, queryId, parameters }: CompiledQuery<Row>): NamedPreparedQuery<Row> {
  const name = /[\s.]\*/.test(sql) ? undefined : createHash('sha256').update(sql).digest('base64url')
  return { sql, query, queryId, parameters, name }
}

/** The connections of transactions. */
const connections = new WeakMap<QueryExecutor, DatabaseDriverConnection | Promise<DatabaseDriverConnection>>()

/** The connection of a transaction: asked of kysely once, so that what is asked after each other in the meantime stays in its order. */
function findConnection(
  transaction: DatabaseQueryBuilder,
): DatabaseDriverConnection | Promise<DatabaseDriverConnection> {
  const executor = transaction.getExecutor()
  const known = connections.get(executor)
  if (known !== undefined) return known
  const asked = executor.provideConnection(async (one) => one as DatabaseDriverConnection)
  connections.set(executor, asked)
  asked.then(
    (connection) => connections.set(executor, connection),
    () => connections.delete(executor),
  )
  return asked
}

/**
 * Runs a query: in a transaction at once. Kysely lets a statement wait until the one before it is answered, so that none would go together
 * (postgres-driver.ts), and on SQLite its own way costs more than most of these queries.
 */
async function run<Row>(queries: DatabaseQueryBuilder, query: CompiledQuery<Row>): Promise<QueryResult<Row>> {
  if (!queries.isTransaction) return queries.executeQuery(query)
  const known = findConnection(queries)
  const connection = known instanceof Promise ? await known : known
  // Kysely says what is wrong where the transaction is over.
  return connection.isInTransaction ? connection.executeQuery(query) : queries.executeQuery(query)
}

/**
 * Lets a transaction go on without the answer of a prepared statement; it goes to the database with what is asked next. Before the commit all
 * are waited for: where one fails, nothing of the transaction is kept.
 * @param statement of this transaction, just begun
 */
export async function pipelineSqlStatement(
  transaction: DatabaseTransaction,
  statement: Promise<unknown>,
): Promise<void> {
  // Told at the commit.
  statement.catch(() => {})
  const connection = await findConnection(transaction)
  connection.pendingStatements.push(statement)
}

/** More rows at once are rare, and their statements long. */
const maxPreparedRows = 8

/**
 * The same for a statement of as many rows as there are: it is built once for each number of rows that comes often.
 * @param build is given rows whose values may only be handed on, as values
 * @returns a function that runs the statement with rows, which all have the same columns; none does nothing
 */
export function prepareSqlBatchQuery<Row extends object, Result>(
  build: (queries: DatabaseQueryBuilder, rows: readonly Row[]) => Compilable<Result>,
): (queries: DatabaseQueryBuilder, rows: readonly Row[]) => Promise<Result[]> {
  const ofNumber = new Map<number, (queries: DatabaseQueryBuilder, rows: readonly Row[]) => Promise<Result[]>>()
  return async (queries, rows) => {
    const [first] = rows
    if (first === undefined) return []
    if (rows.length > maxPreparedRows) return (await queries.executeQuery(build(queries, rows).compile())).rows
    let run = ofNumber.get(rows.length)
    if (run === undefined) {
      run = prepareForRowCount(build, Object.keys(first) as (keyof Row)[], rows.length)
      ofNumber.set(rows.length, run)
    }
    return run(queries, rows)
  }
}

function prepareForRowCount<Row extends object, Result>(
  build: (queries: DatabaseQueryBuilder, rows: readonly Row[]) => Compilable<Result>,
  columns: readonly (keyof Row)[],
  number: number,
): (queries: DatabaseQueryBuilder, rows: readonly Row[]) => Promise<Result[]> {
  const placed = (places: readonly unknown[]): Row[] =>
    Array.from(
      { length: number },
      (_, row) => Object.fromEntries(columns.map((column, at) => [column, places[row * columns.length + at]])) as Row,
    )
  const run = prepareSqlQuery((queries, ...places: readonly unknown[]) => build(queries, placed(places)))
  return (queries, rows) => run(queries, ...rows.flatMap((row) => columns.map((column) => row[column])))
}
