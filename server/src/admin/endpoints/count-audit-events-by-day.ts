import { sql } from 'kysely'
import {
  maxUncountedAuditEntries,
  readUncountedAuditEntries,
  tallyAuditEvents,
} from '../../audit-log/count-audit-events.ts'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'

const dayMs = 86_400_000
const shownDays = 30

/** Lists UTC days up to and including today. */
export const listRecentDays = (now: number): string[] =>
  Array.from({ length: shownDays }, (_, index) =>
    formatRfc3339Timestamp(now - (shownDays - 1 - index) * dayMs).slice(0, 10),
  )

export async function countAuditEventsByDay(
  queries: DatabaseQueryBuilder,
  types: readonly string[],
  ids: readonly string[],
  now: number,
): Promise<(type: string, id: string) => number[]> {
  const days = listRecentDays(now)
  const counts = new Map<string, number>()
  const keyOf = (type: string, id: string, day: string | undefined) => `${type} ${id} ${day}`
  const add = (type: string, id: string, day: string, count: number) =>
    counts.set(keyOf(type, id, day), (counts.get(keyOf(type, id, day)) ?? 0) + count)
  if (ids.length > 0) {
    const { counted } = await queries
      .selectFrom('audit_event_cursor')
      .select('sequence as counted')
      .executeTakeFirstOrThrow()
    const known = await queries
      .selectFrom('audit_event_counts')
      .select(['type', 'application', 'day', sql<number>`cast(sum(count) as bigint)`.as('count')])
      .where('type', 'in', types)
      .where('application', 'in', ids)
      .where('day', '>=', days[0] ?? '')
      .groupBy(['type', 'application', 'day'])
      .execute()
    const newest = tallyAuditEvents(await readUncountedAuditEntries(queries, counted, maxUncountedAuditEntries))
    for (const { type, application, day, count } of [...known, ...newest]) add(type, application, day, count)
  }
  return (type, id) => days.map((day) => counts.get(keyOf(type, id, day)) ?? 0)
}
