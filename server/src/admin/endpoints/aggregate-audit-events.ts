import type { AdminApiEndpointOutput, AdminApiEndpointInput } from '@countersign/api/admin-api-endpoints'
import { searchAuditLog } from '../../audit-log/search-audit-log.ts'
import type { AuditEntryFilter, AuditLogSearchResultEntry } from '../../audit-log/search-audit-log.ts'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { addNamesToAuditEvents } from './list-audit-events.ts'
import { compareStrings } from './read-admin-dashboard-metrics.ts'

export type AuditEventAggregationKey = AdminApiEndpointInput<'aggregateEvents'>['query']['by']

const maxGroups = 50
const aggregationBatchSize = 1000
const maxBatches = 10

interface AggregatedGroup {
  count: number
  newest: AuditLogSearchResultEntry
  firstAt: number
  lastAt: number
  days: Map<string, number>
}

export async function aggregateAuditEvents(
  queries: DatabaseQueryBuilder,
  filter: AuditEntryFilter,
  by: AuditEventAggregationKey,
): Promise<AdminApiEndpointOutput<'aggregateEvents'>> {
  const groups = new Map<string, AggregatedGroup>()
  let looked = 0
  let before: number | null = null
  for (let piece = 0; piece < maxBatches; piece += 1) {
    const { entries, nextBefore } = await searchAuditLog(queries, filter, {
      before,
      after: null,
      size: aggregationBatchSize,
    })
    for (const line of entries) addToGroup(groups, keyOf(line, by), line)
    looked += entries.length
    before = nextBefore
    if (nextBefore === null) break
  }
  const shown = [...groups.values()].sort((one, other) => other.count - one.count || other.lastAt - one.lastAt)
  const largest = shown.slice(0, maxGroups)
  const events = await addNamesToAuditEvents(
    queries,
    largest.map(({ newest }) => newest),
  )
  return {
    items: largest.map(({ count, firstAt, lastAt, days }, place) => ({
      person: by === 'person' ? (events[place]?.person ?? null) : null,
      application: by === 'application' ? (events[place]?.application ?? null) : null,
      network: by === 'network' ? (events[place]?.evidence.networkPrefix ?? null) : null,
      count,
      firstAt: formatRfc3339Timestamp(firstAt),
      lastAt: formatRfc3339Timestamp(lastAt),
      days: [...days]
        .map(([day, ofDay]) => ({ day, count: ofDay }))
        .sort((one, other) => compareStrings(one.day, other.day)),
    })),
    nextCursor: null,
    total: null,
    scanned: looked,
    isComplete: before === null,
  }
}

function keyOf(
  { person_id: personId, details, content }: AuditLogSearchResultEntry,
  by: AuditEventAggregationKey,
): string {
  if (by === 'person') return personId ?? ''
  const { applicationId } = JSON.parse(details) as { applicationId?: unknown }
  if (by === 'application') return typeof applicationId === 'string' ? applicationId : ''
  const { networkPrefix } = JSON.parse(content ?? '{}') as { networkPrefix?: string }
  return networkPrefix ?? ''
}

function addToGroup(groups: Map<string, AggregatedGroup>, key: string, line: AuditLogSearchResultEntry): void {
  const known = groups.get(key) ?? { count: 0, newest: line, firstAt: line.at, lastAt: line.at, days: new Map() }
  groups.set(key, known)
  known.count += 1
  // If the clock was set back, entries can be out of order.
  known.firstAt = Math.min(known.firstAt, line.at)
  known.lastAt = Math.max(known.lastAt, line.at)
  const day = formatRfc3339Timestamp(line.at).slice(0, 10)
  known.days.set(day, (known.days.get(day) ?? 0) + 1)
}
