// How many rows a list has in all. Few are counted at every look; many only every so often, because to count is to go through them, and
// nobody sees from one look to the next whether there are 80,000 or 80,003.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queries } from '../platform/database/open-database.ts'

/** More than so many are many. */
const fewRows = 10_000

/** For so long the number of many rows is told without counting them again. */
const keptMs = 30_000

const known = new WeakMap<Queries, Map<string, { at: number; rows: Promise<number> }>>()

/**
 * Counts rows.
 * @param name of what is counted: the same name is the same number
 * @param select whose rows
 */
export async function countRows(queries: Queries, name: string, select: RawBuilder<unknown>, now: number): Promise<number> {
  const few = await count(queries, sql`${select} limit ${fewRows + 1}`)
  if (few <= fewRows) return few
  const numbers = known.get(queries) ?? new Map<string, { at: number; rows: Promise<number> }>()
  known.set(queries, numbers)
  const last = numbers.get(name)
  if (last !== undefined && now >= last.at && now - last.at < keptMs) return last.rows
  const rows = count(queries, select)
  numbers.set(name, { at: now, rows })
  // What failed is not remembered.
  rows.catch(() => numbers.delete(name))
  return rows
}

async function count(queries: Queries, select: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ many: number | string }>`select count(*) as many from (${select}) as counted`.execute(queries)
  return Number(rows[0]?.many ?? 0)
}
