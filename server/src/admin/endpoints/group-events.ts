// The activity counted by person, application or network, over whatever it is narrowed down to. So many of the newest lines are counted at most, and
// the answer says where there are more.
import type { AdminAnswer, AdminInput } from '@countersign/api/admin-calls'
import { searchEvents } from '../../audit-log/search.ts'
import type { EventFilter, FoundEvent } from '../../audit-log/search.ts'
import { formatTime } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import { describeEvents } from './events.ts'
import { compare } from './figures.ts'

export type GroupedBy = AdminInput<'groupEvents'>['query']['by']

const mostShown = 50
const pieceSize = 1000
/** A piece costs the same however rarely a line fits; this many are read. */
const mostPieces = 10

interface Counted {
  count: number
  newest: FoundEvent
  firstAt: number
  lastAt: number
  days: Map<string, number>
}

export async function groupEvents(
  queries: Queries,
  filter: EventFilter,
  by: GroupedBy,
): Promise<AdminAnswer<'groupEvents'>> {
  const groups = new Map<string, Counted>()
  let looked = 0
  let before: number | null = null
  for (let piece = 0; piece < mostPieces; piece += 1) {
    const { lines, next } = await searchEvents(queries, filter, { before, after: null, size: pieceSize })
    for (const line of lines) add(groups, keyOf(line, by), line)
    looked += lines.length
    before = next
    if (next === null) break
  }
  const shown = [...groups.values()].sort((one, other) => other.count - one.count || other.lastAt - one.lastAt)
  const largest = shown.slice(0, mostShown)
  const events = await describeEvents(
    queries,
    largest.map(({ newest }) => newest),
  )
  return {
    items: largest.map(({ count, firstAt, lastAt, days }, place) => ({
      person: by === 'person' ? (events[place]?.person ?? null) : null,
      application: by === 'application' ? (events[place]?.application ?? null) : null,
      network: by === 'network' ? (events[place]?.evidence.networkPrefix ?? null) : null,
      count,
      firstAt: formatTime(firstAt),
      lastAt: formatTime(lastAt),
      days: [...days].map(([day, ofDay]) => ({ day, count: ofDay })).sort((one, other) => compare(one.day, other.day)),
    })),
    nextCursor: null,
    total: null,
    looked,
    isWhole: before === null,
  }
}

function keyOf({ person_id: personId, details, content }: FoundEvent, by: GroupedBy): string {
  if (by === 'person') return personId ?? ''
  const { applicationId } = JSON.parse(details) as { applicationId?: unknown }
  if (by === 'application') return typeof applicationId === 'string' ? applicationId : ''
  const { networkPrefix } = JSON.parse(content ?? '{}') as { networkPrefix?: string }
  return networkPrefix ?? ''
}

function add(groups: Map<string, Counted>, key: string, line: FoundEvent): void {
  const known = groups.get(key) ?? { count: 0, newest: line, firstAt: line.at, lastAt: line.at, days: new Map() }
  groups.set(key, known)
  known.count += 1
  // Clocks are set back, so that an older line can be of a later time.
  known.firstAt = Math.min(known.firstAt, line.at)
  known.lastAt = Math.max(known.lastAt, line.at)
  const day = formatTime(line.at).slice(0, 10)
  known.days.set(day, (known.days.get(day) ?? 0) + 1)
}
