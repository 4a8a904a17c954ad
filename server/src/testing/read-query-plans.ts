// Reads query plans and row counts, for tests and measurements independent of machine load.
import { CompiledQuery } from 'kysely'
import type { Database } from '../platform/database/open-sqlite-or-postgres-database.ts'

export interface SqlQueryPlan {
  sql: string
  parameters: readonly unknown[]
  plan: string[]
  /** Rows read, and pages of 8 kB; null on SQLite, which reports neither. */
  rows: number | null
  pages: number | null
  /** Null on SQLite. */
  milliseconds: number | null
}

export async function readQueryPlans(database: Database, work: () => Promise<unknown>): Promise<SqlQueryPlan[]> {
  const asked = await recordQueries(database, work)
  const plans: SqlQueryPlan[] = []
  for (const query of asked) plans.push(await explainQuery(database, query))
  return plans
}

async function recordQueries({ queries }: Database, work: () => Promise<unknown>): Promise<CompiledQuery[]> {
  const executor = queries.getExecutor()
  const original = executor.executeQuery
  const asked: CompiledQuery[] = []
  executor.executeQuery = async (query) => {
    if (/^\s*(select|with)\b/i.test(query.sql)) asked.push(query)
    return original.call(executor, query) as ReturnType<typeof original<never>>
  }
  try {
    await work()
  } finally {
    executor.executeQuery = original
  }
  return asked
}

async function explainQuery({ kind, queries }: Database, { sql, parameters }: CompiledQuery): Promise<SqlQueryPlan> {
  const said = { sql: sql.replace(/\s+/g, ' '), parameters }
  if (kind === 'sqlite') {
    const { rows } = await queries.executeQuery<{ detail: string }>(
      CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
    )
    return { ...said, plan: rows.map(({ detail }) => detail), rows: null, pages: null, milliseconds: null }
  }
  const { rows } = await queries.executeQuery<{ 'QUERY PLAN': [PostgresExplainOutput] }>(
    CompiledQuery.raw(`explain (analyze, buffers, format json) ${sql}`, [...parameters]),
  )
  const [{ Plan: root, 'Execution Time': milliseconds }] = (rows[0] as (typeof rows)[0])['QUERY PLAN']
  const nodes = [...walkQueryPlanNodes(root, 0)]
  const looked = nodes
    .filter(({ node }) => node['Relation Name'] !== undefined)
    .reduce((sum, { node }) => sum + countQueryPlanNodeRows(node), 0)
  return {
    ...said,
    plan: nodes.map(({ node, depth }) => describeQueryPlanNode(node, depth)),
    rows: looked,
    pages: (root['Shared Hit Blocks'] ?? 0) + (root['Shared Read Blocks'] ?? 0),
    milliseconds,
  }
}

export interface PostgresExplainOutput {
  Plan: PlanNode
  'Execution Time': number
}

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Filter?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Rows Removed by Join Filter'?: number
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  Plans?: PlanNode[]
}

export function* walkQueryPlanNodes(node: PlanNode, depth: number): Generator<{ node: PlanNode; depth: number }> {
  yield { node, depth }
  for (const part of node.Plans ?? []) yield* walkQueryPlanNodes(part, depth + 1)
}

/** Includes rows that were read and then discarded. */
export const countQueryPlanNodeRows = (node: PlanNode): number =>
  Math.round(
    (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
      node['Actual Loops'],
  )

export function describeQueryPlanNode(node: PlanNode, depth: number): string {
  const by = node['Index Name'] === undefined ? '' : ` by ${node['Index Name']}`
  const on = node['Relation Name'] === undefined ? '' : ` on ${node['Relation Name']}`
  const condition = [node['Index Cond'], node.Filter].filter((text) => text !== undefined).join(' filter ')
  return `${'  '.repeat(depth)}${node['Node Type']}${on}${by}, ${countQueryPlanNodeRows(node)} rows${condition === '' ? '' : ` ${condition.slice(0, 160)}`}`
}
