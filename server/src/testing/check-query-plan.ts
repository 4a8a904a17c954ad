// Checks from query plans that statements use indexes, so that tests do not depend on timing.
import { CompiledQuery, sql } from 'kysely'
import type { DatabaseSchema } from '../platform/database/database-schema.ts'
import type { Database, DatabaseQueryBuilder } from '../platform/database/open-sqlite-or-postgres-database.ts'
import { describeQueryPlanNode, countQueryPlanNodeRows, walkQueryPlanNodes } from './read-query-plans.ts'
import type { PostgresExplainOutput } from './read-query-plans.ts'
import type { RecordedSqlStatement } from './record-sql-statements-until-test-ends.ts'

/**
 * Tables with operator data or a single row. All other tables grow with people and their activity.
 */
const smallTables: ReadonlySet<string> = new Set<keyof DatabaseSchema | 'kysely_migration' | 'kysely_migration_lock'>([
  'applications',
  'application_logos',
  'protected_site_hosts',
  'resources',
  'products',
  'registration_tokens',
  // Limited to `maxDocuments`.
  'client_metadata_documents',
  'groups',
  'role_assignments',
  'api_tokens',
  'saved_views',
  'recent_items',
  'signing_keys',
  'log_signing_keys',
  'checkpoints',
  'log_witnesses',
  'setup',
  'branding',
  'readiness_probe',
  'instances',
  // Only current work.
  'work_leases',
  'audit_log_head',
  'audit_event_cursor',
  'retention_progress',
  'challenge_validity',
  'kysely_migration',
  'kysely_migration_lock',
  // These tables have a few thousand rows after ten years.
  'audit_event_counts',
  'audit_event_hours',
])

/** Average rows per index key, as computed by ANALYZE, which production SQLite never runs. */
export type IndexSelectivity = ReadonlyMap<string, { table: string; rows: number; perKey: number[] }>

/** Changes all later query planning, so call it last. */
export async function analyzeSqliteIndexSelectivity(queries: DatabaseQueryBuilder): Promise<IndexSelectivity> {
  await sql`pragma analysis_limit = 10000`.execute(queries)
  await sql`analyze`.execute(queries)
  const { rows } = await sql<{
    tbl: string
    idx: string
    stat: string
  }>`select tbl, idx, stat from sqlite_stat1 where idx is not null`.execute(queries)
  return new Map(
    rows.map(({ tbl: table, idx, stat }) => {
      const [all = 0, ...perKey] = stat.split(' ').map(Number).filter(Number.isFinite)
      return [idx, { table, rows: all, perKey }]
    }),
  )
}

export async function explainStatementOnSqlite(
  queries: DatabaseQueryBuilder,
  { sql: text }: RecordedSqlStatement,
): Promise<string[] | null> {
  if (!/^\s*(select|with|update|delete|insert)\b/i.test(text)) return null
  const places = text.split('?').length - 1
  const { rows } = await queries.executeQuery<{ detail: string }>(
    CompiledQuery.raw(
      `explain query plan ${text}`,
      Array.from({ length: places }, () => null),
    ),
  )
  return rows.map(({ detail }) => detail)
}

const bounded = /\blimit\b/i

/** @param most maximum number of rows that a statement may read from one table */
export function findSqlitePlanProblem(
  { sql: text }: RecordedSqlStatement,
  plan: readonly string[],
  selectivity: IndexSelectivity,
  most: number,
): string | null {
  for (const [place, line] of plan.entries()) {
    // With a limit, a scan stops early if an index provides the order, or inside a co-routine.
    const next = plan
      .slice(place + 1)
      .find(
        (other) =>
          other.startsWith('USE TEMP B-TREE FOR ORDER BY') ||
          (plan.includes(other.replace(/^SCAN /, 'CO-ROUTINE ')) && other.startsWith('SCAN ')),
      )
    const stops = bounded.test(text) && next?.startsWith('USE TEMP') !== true
    const [, how = '', name = ''] = /^(SCAN|SEARCH) (\S+)/.exec(line) ?? []
    if (how === '') continue
    const [, index] = /USING (?:COVERING )?INDEX (\S+)/.exec(line) ?? []
    const table =
      (index === undefined ? undefined : selectivity.get(index)?.table) ??
      (isDerivedTable(plan, text, name) ? null : tableOf(text, name))
    if (table === null || smallTables.has(table)) continue
    if (how === 'SCAN') {
      if (!(index !== undefined && stops) && !line.includes('VIRTUAL TABLE')) return `reads all of ${table}`
      continue
    }
    const conditions = /\((.*)\)(?: LEFT-JOIN)?$/.exec(line)?.[1]?.split(' AND ') ?? []
    const equal = conditions.filter((condition) => /[^<>]=\?/.test(condition)).length
    if (equal === 0 && !stops) return `reads a range of ${table}`
    const known = index === undefined ? undefined : selectivity.get(index)
    const rows = equal === 0 || known === undefined ? 0 : (known.perKey[equal - 1] ?? 1)
    if (rows > most && !stops) return `reads about ${rows} rows of ${table} by ${index}`
  }
  return null
}

/** Whether the name is a subquery or CTE, not a table. */
const isDerivedTable = (plan: readonly string[], text: string, name: string): boolean =>
  plan.some((line) => line === `CO-ROUTINE ${name}` || line === `MATERIALIZE ${name}`) ||
  new RegExp(`\\bwith (recursive )?"?${name}"?`, 'i').test(text)

function tableOf(text: string, name: string): string | null {
  const plain = text.replaceAll('"', '')
  const [, table] = new RegExp(`\\b(\\w+) as ${name}\\b`).exec(plain) ?? []
  if (table !== undefined && table !== 'select') return table
  return new RegExp(`\\b(from|join|update|into)\\s+${name}\\b|,\\s*${name}\\b`, 'i').test(plain) ? name : null
}

/** Null if the statement cannot be explained or repeated. */
export async function explainStatementOnPostgres(
  { queries }: Pick<Database, 'queries'>,
  { sql: text, values }: RecordedSqlStatement,
): Promise<{ plan: string[]; rows: Map<string, number> } | null> {
  if (!/^\s*(select|with|update|delete|insert)\b/i.test(text)) return null
  const undo = new Error('undone')
  let explained: { plan: string[]; rows: Map<string, number> } | null = null
  await queries
    .transaction()
    .execute(async (transaction) => {
      const { rows } = await transaction.executeQuery<{ 'QUERY PLAN': [PostgresExplainOutput] }>(
        CompiledQuery.raw(`explain (analyze, timing off, format json) ${text}`, [...values]),
      )
      const nodes = [...walkQueryPlanNodes((rows[0] as (typeof rows)[0])['QUERY PLAN'][0].Plan, 0)]
      const ofTable = new Map<string, number>()
      for (const { node } of nodes) {
        const table = node['Relation Name']
        if (table !== undefined && !smallTables.has(table))
          ofTable.set(table, (ofTable.get(table) ?? 0) + countQueryPlanNodeRows(node))
      }
      explained = { plan: nodes.map(({ node, depth }) => describeQueryPlanNode(node, depth)), rows: ofTable }
      throw undo
    })
    .catch((error: unknown) => {
      // Class 23 means that repeating an insert violated a constraint.
      if (error !== undo && (error as { code?: string }).code?.startsWith('23') !== true) throw error
    })
  return explained
}
