// What a person narrows their activity down to. It stands in the address, so that a view can be kept and comes back; what
// the address brings counts only where it is one of the known values.
import { activityKinds } from '@countersign/api/activity'
import type { ActivityKind } from '@countersign/api/activity'

export interface ActivityFilter {
  kind?: ActivityKind
  outcome?: ActivityOutcome
  /** The first day, in the person's own time: "2026-11-21". */
  from?: string
  /** The last day, which still belongs to it. */
  to?: string
}

export const activityOutcomes = ['success', 'refused'] as const
export type ActivityOutcome = (typeof activityOutcomes)[number]

/** @param search the query of the page's address, read by name */
export function readActivityFilter(search: Readonly<Record<string, unknown>>): ActivityFilter {
  const kind = activityKinds.find((known) => known === search['kind'])
  const outcome = activityOutcomes.find((known) => known === search['outcome'])
  const [from, to] = [readDay(search['from']), readDay(search['to'])]
  return { ...(kind && { kind }), ...(outcome && { outcome }), ...(from && { from }), ...(to && { to }) }
}

/** A filter with one thing chosen otherwise; nothing chosen leaves no trace in the address. */
export function withChoice(
  filter: ActivityFilter,
  choice: { [Name in keyof ActivityFilter]?: ActivityFilter[Name] | '' },
): ActivityFilter {
  return readActivityFilter({ ...filter, ...choice })
}

/** Whether the first day is after the last, so that nothing can fit. */
export function isWrongWayRound({ from, to }: ActivityFilter): boolean {
  // Days written like this sort as they follow each other.
  return from !== undefined && to !== undefined && from > to
}

/** The filter as the server takes it: whole days become moments, by the person's own clock. */
export function queryOf({ kind, outcome, from, to }: ActivityFilter): {
  kind?: ActivityKind
  outcome?: ActivityOutcome
  from?: string
  to?: string
} {
  return {
    ...(kind && { kind }),
    ...(outcome && { outcome }),
    ...(from && { from: beginOf(from, 0).toISOString() }),
    ...(to && { to: beginOf(to, 1).toISOString() }),
  }
}

function readDay(value: unknown): string | null {
  if (typeof value !== 'string' || !/^(19|20)\d\d-\d\d-\d\d$/.test(value)) return null
  return isDayInCalendar(value) ? value : null
}

/** 30 February has the form of a day and is none. */
function isDayInCalendar(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

function beginOf(day: string, daysLater: number): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + daysLater)
}
