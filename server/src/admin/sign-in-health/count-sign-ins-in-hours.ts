// Counts sign-ins in hours of earlier days. The cost depends neither on the log nor on the traffic.
import { sql } from 'kysely'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { minExpectedSignIns } from './estimate-usual-sign-ins.ts'

/** Hours since 1970; `to` is exclusive. */
export interface HourRange {
  from: number
  to: number
}

/** More are not counted, because fewer are already enough for an alert. */
export const maxCountedSignIns = 4 * minExpectedSignIns

/** @returns one count of at most `maxCountedSignIns` for each range */
export async function countSignInsInHours(
  queries: DatabaseQueryBuilder,
  ranges: readonly HourRange[],
): Promise<number[]> {
  const hours = await queries
    .selectFrom('audit_event_hours')
    .select(['hour', 'first_sequence', 'last_sequence'])
    .where('hour', '>=', Math.min(...ranges.map(({ from }) => from)))
    .where('hour', '<', Math.max(...ranges.map(({ to }) => to)))
    .orderBy('hour')
    .execute()
  const spans = ranges.map(({ from, to }) => {
    const within = hours.filter(({ hour }) => from <= hour && hour < to)
    return {
      first: Math.min(...within.map((row) => row.first_sequence)),
      last: Math.max(...within.map((row) => row.last_sequence)),
    }
  })
  const counted = spans.flatMap(({ first, last }, place) => (Number.isFinite(first) ? [{ first, last, place }] : []))
  const counts = ranges.map(() => 0)
  if (counted.length === 0) return counts
  const { rows } = await sql<{ place: number; count: number }>`${sql.join(
    counted.map(
      ({ first, last, place }) => sql`
        select ${sql.lit(place)} as place, (
          select count(*) from (
            select 1 as one from audit_events
            where type = 'session.started' and sequence >= ${first} and sequence <= ${last}
            limit ${sql.lit(maxCountedSignIns)}
          ) as started
        ) as count`,
    ),
    sql` union all `,
  )}`.execute(queries)
  for (const { place, count } of rows) counts[place] = Number(count)
  return counts
}
