// Queries that are compiled only once, because compiling takes longer than many queries.
import type { Compilable, CompiledQuery, QueryExecutor, QueryResult } from 'kysely'
import { createHash } from 'node:crypto'
import type {
  DatabaseDriverConnection,
  NamedPreparedQuery,
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from './database-types.ts'

class ParameterPlaceholder {
  readonly index: number

  constructor(index: number) {
    this.index = index
  }
}

/** @param build gets placeholders, which it may pass to the query only as values */
export function prepareSqlQuery<Values extends readonly unknown[], Row>(
  build: (queries: DatabaseQueryBuilder, ...places: Values) => Compilable<Row>,
): (queries: DatabaseQueryBuilder, ...values: Values) => Promise<Row[]> {
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

const connections = new WeakMap<QueryExecutor, DatabaseDriverConnection | Promise<DatabaseDriverConnection>>()

/** The connection is requested only once, so that concurrent statements keep their order. */
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

// Kysely would wait for the previous result, which would prevent pipelining.
async function run<Row>(queries: DatabaseQueryBuilder, query: CompiledQuery<Row>): Promise<QueryResult<Row>> {
  if (!queries.isTransaction) return queries.executeQuery(query)
  const known = findConnection(queries)
  const connection = known instanceof Promise ? await known : known
  // If the transaction has ended, kysely reports the error.
  return connection.isInTransaction ? connection.executeQuery(query) : queries.executeQuery(query)
}

// Results are awaited before the commit; if one is an error, the transaction is rolled back.
export async function pipelineSqlStatement(
  transaction: DatabaseTransaction,
  statement: Promise<unknown>,
): Promise<void> {
  statement.catch(() => {})
  const connection = await findConnection(transaction)
  connection.pendingStatements.push(statement)
}

const maxPreparedRows = 8

/** Compiles one query per row count; all rows must have the same columns. See `prepareSqlQuery`. */
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
