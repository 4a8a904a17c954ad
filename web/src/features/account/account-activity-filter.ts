// What a person narrows their activity down to. It stands in the address, so that a view can be kept and comes back; what
// the address brings counts only where it is one of the known values.
import { activityCategories } from '@countersign/api/activity-event-types'
import type { ActivityCategory } from '@countersign/api/activity-event-types'

export interface AccountActivityFilter {
  kind?: ActivityCategory
  outcome?: AccountActivityOutcome
  /** The first day, in the person's own time: "2026-11-21". */
  from?: string
  /** The last day, which still belongs to it. */
  to?: string
}

export const accountActivityOutcomes = ['success', 'refused'] as const
export type AccountActivityOutcome = (typeof accountActivityOutcomes)[number]

/** @param search the query of the page's address, read by name */
export function parseAccountActivityFilter(search: Readonly<Record<string, unknown>>): AccountActivityFilter {
  const kind = activityCategories.find((known) => known === search['kind'])
  const outcome = accountActivityOutcomes.find((known) => known === search['outcome'])
  const [from, to] = [parseDay(search['from']), parseDay(search['to'])]
  return { ...(kind && { kind }), ...(outcome && { outcome }), ...(from && { from }), ...(to && { to }) }
}

/** A filter with one thing chosen otherwise; nothing chosen leaves no trace in the address. */
export function updateAccountActivityFilter(
  filter: AccountActivityFilter,
  choice: { [Name in keyof AccountActivityFilter]?: AccountActivityFilter[Name] | '' },
): AccountActivityFilter {
  return parseAccountActivityFilter({ ...filter, ...choice })
}

/** Whether the first day is after the last, so that nothing can fit. */
export function isReversedDateRange({ from, to }: AccountActivityFilter): boolean {
  // Days written like this sort as they follow each other.
  return from !== undefined && to !== undefined && from > to
}

/** The filter as the server takes it: whole days become moments, by the person's own clock. */
export function toAccountActivityApiQuery({ kind, outcome, from, to }: AccountActivityFilter): {
  kind?: ActivityCategory
  outcome?: AccountActivityOutcome
  from?: string
  to?: string
} {
  return {
    ...(kind && { kind }),
    ...(outcome && { outcome }),
    ...(from && { from: startOfDay(from, 0).toISOString() }),
    ...(to && { to: startOfDay(to, 1).toISOString() }),
  }
}

function parseDay(value: unknown): string | null {
  if (typeof value !== 'string' || !/^(19|20)\d\d-\d\d-\d\d$/.test(value)) return null
  return isCalendarDay(value) ? value : null
}

/** 30 February has the form of a day and is none. */
function isCalendarDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

function startOfDay(day: string, daysLater: number): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + daysLater)
}
