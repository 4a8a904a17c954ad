// Row counts of admin lists, counted in batches along an index, and cached if the count is high.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { setImmediate as giveWay } from 'node:timers/promises'
import { getActiveSessionIndexScanSql } from '../../store/sessions/active-session-sql-condition.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { PeopleTable } from '../../platform/database/database-schema.ts'

const exactCountLimit = 10_000

const indexedBatchSize = 5000
const joinedBatchSize = 500

const countCacheMs = 30_000

export interface CachedListCountQuery {
  name: string
  from: RawBuilder<unknown>
  where: RawBuilder<unknown>
  /** The index columns that follow those fixed by `where`. */
  key: readonly string[]
  isDistinct?: boolean
}

const cachedCounts = new WeakMap<DatabaseQueryBuilder, Map<string, { at: number; rows: Promise<number> }>>()

export async function getCachedListCount(
  queries: DatabaseQueryBuilder,
  countable: CachedListCountQuery,
  now: number,
): Promise<number> {
  const { name } = countable
  const numbers = cachedCounts.get(queries) ?? new Map<string, { at: number; rows: Promise<number> }>()
  cachedCounts.set(queries, numbers)
  const last = numbers.get(name)
  if (last !== undefined && now >= last.at && now - last.at < countCacheMs) return last.rows
  const rows = countInBatches(queries, countable)
  numbers.set(name, { at: now, rows })
  rows.then(
    (many) => many > exactCountLimit || numbers.delete(name),
    () => numbers.delete(name),
  )
  return rows
}

async function countInBatches(
  queries: DatabaseQueryBuilder,
  { from, where, key, isDistinct = false }: CachedListCountQuery,
): Promise<number> {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  const parts = key.map((column, index) => sql`${sql.ref(column)} as ${sql.ref(`k${index}`)}`)
  const piece = isDistinct ? joinedBatchSize : indexedBatchSize
  const select = sql.raw(isDistinct ? 'select distinct' : 'select')
  let after: unknown[] | null = null
  for (let counted = 0; ; counted += piece) {
    const behind: RawBuilder<unknown> = after === null ? sql`` : sql`and (${columns}) > (${sql.join(after)})`
    const rest = sql`${from} where ${where} ${behind}`
    const {
      rows: [last],
    } = await sql<
      Record<string, unknown>
    >`${select} ${sql.join(parts)} from ${rest} order by ${columns} limit 1 offset ${piece - 1}`.execute(queries)
    if (last === undefined) {
      const { rows } = await sql<{
        many: number | string
      }>`select count(*) as many from (${select} ${columns} from ${rest} limit ${piece}) as counted`.execute(queries)
      return counted + Number(rows[0]?.many ?? 0)
    }
    after = key.map((_, index) => last[`k${index}`])
    await giveWay()
  }
}

export async function getCachedPeopleCount(
  queries: DatabaseQueryBuilder,
  statuses: readonly PeopleTable['status'][],
  now: number,
): Promise<number> {
  let people = 0
  for (const status of statuses)
    people += await getCachedListCount(
      queries,
      { name: `people ${status}`, from: sql`people`, where: sql`status = ${status}`, key: ['id'] },
      now,
    )
  return people
}

export const getCachedActiveSessionCount = (queries: DatabaseQueryBuilder, now: number): Promise<number> =>
  getCachedListCount(
    queries,
    {
      name: 'sessions',
      from: sql`sessions`,
      ...getActiveSessionIndexScanSql(now),
    },
    now,
  )
