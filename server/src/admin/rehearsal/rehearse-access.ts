// Counts and lists who a rule or a sign-in policy would allow (decision 0093). Writes nothing.
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { rehearsalLimits } from '@countersign/api/server-limits'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { readPersonSummaries } from '../endpoints/read-person-summaries.ts'
import type { AccessVerdict } from './create-access-evaluator.ts'
import type { RehearsedPerson } from './read-rehearsed-people.ts'
import type { RehearsalReason } from './rehearsal-reason.ts'

export type Rehearsal = AdminApiEndpointOutput<'rehearseGroupRule'>
type ListName = keyof Rehearsal['listed']

export interface RehearsalMoment {
  /** In milliseconds since 1970. */
  now: number
  windowDays: number
}

const dayMs = 86_400_000

/** Ended sessions can be deleted earlier, and then older sign-ins are not known. */
export const getRehearsalWindowDays = ({ endedSessionRetentionDays }: { endedSessionRetentionDays: number }): number =>
  Math.min(rehearsalLimits.windowDays, endedSessionRetentionDays)

export const getRehearsalWindowStart = ({ now, windowDays }: RehearsalMoment): number => now - windowDays * dayMs

export const createEmptyRehearsal = ({ now, windowDays }: RehearsalMoment): Rehearsal => ({
  errors: [],
  at: formatRfc3339Timestamp(now),
  windowDays,
  population: 'everyone',
  compared: false,
  people: 0,
  allowed: 0,
  refused: 0,
  unknown: 0,
  newlyRefused: 0,
  newlyAllowed: 0,
  otherMethod: 0,
  listed: { newlyRefused: [], newlyAllowed: [], refused: [], unknown: [] },
  truncated: false,
  applications: [],
})

export interface AccessComparison {
  /** Null if there is no current rule or policy. */
  before: ((person: RehearsedPerson) => AccessVerdict) | null
  after: (person: RehearsedPerson) => AccessVerdict
  mustUseOtherMethod?: (person: RehearsedPerson) => boolean
}

/** @param lists false if the caller may not see people */
export async function rehearseAccess(
  queries: DatabaseQueryBuilder,
  batches: AsyncIterable<RehearsedPerson[]>,
  { before, after, mustUseOtherMethod }: AccessComparison,
  { lists, ...moment }: RehearsalMoment & { lists: boolean },
): Promise<Rehearsal> {
  const rehearsal = { ...createEmptyRehearsal(moment), compared: before !== null }
  const listed = new RecentPeopleLists()
  for await (const batch of batches) {
    for (const person of batch) {
      const verdict = after(person)
      const current = before?.(person).outcome ?? null
      rehearsal.people += 1
      if (verdict.outcome === 'met') {
        rehearsal.allowed += 1
        if (mustUseOtherMethod?.(person) === true) rehearsal.otherMethod += 1
        if (current !== 'not-met') continue
        rehearsal.newlyAllowed += 1
        listed.add('newlyAllowed', person.id, null)
      } else if (verdict.outcome === 'unknown') {
        rehearsal.unknown += 1
        listed.add('unknown', person.id, verdict.reason)
      } else {
        rehearsal.refused += 1
        if (current === 'met') rehearsal.newlyRefused += 1
        listed.add(current === 'met' ? 'newlyRefused' : 'refused', person.id, verdict.reason)
      }
    }
  }
  return lists ? { ...rehearsal, ...(await listed.describe(queries)) } : rehearsal
}

type ListedPerson = { id: string; reason: RehearsalReason | null }

/** Keeps the people who were added last. */
class RecentPeopleLists {
  readonly #lists: Record<ListName, ListedPerson[]> = { newlyRefused: [], newlyAllowed: [], refused: [], unknown: [] }
  #isTruncated = false

  add(name: ListName, id: string, reason: RehearsalReason | null): void {
    const list = this.#lists[name]
    list.push({ id, reason })
    if (list.length <= rehearsalLimits.listedPeople) return
    list.shift()
    this.#isTruncated = true
  }

  async describe(queries: DatabaseQueryBuilder): Promise<Pick<Rehearsal, 'listed' | 'truncated'>> {
    const { newlyRefused, newlyAllowed, refused, unknown } = this.#lists
    const summaryOf = await readPersonSummaries(
      queries,
      Object.values(this.#lists).flatMap((list) => list.map(({ id }) => id)),
    )
    const toRows = (list: readonly ListedPerson[]) =>
      list.toReversed().map(({ id, reason }) => ({ person: summaryOf(id), reason }))
    return {
      listed: {
        newlyRefused: toRows(newlyRefused),
        newlyAllowed: toRows(newlyAllowed),
        refused: toRows(refused),
        unknown: toRows(unknown),
      },
      truncated: this.#isTruncated,
    }
  }
}
