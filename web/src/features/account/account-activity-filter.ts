import { activityCategories } from '@countersign/api/activity-event-types'
import type { ActivityCategory } from '@countersign/api/activity-event-types'

export interface AccountActivityFilter {
  kind?: ActivityCategory
  outcome?: AccountActivityOutcome
  /** Day in the local time zone, such as "2026-11-21". */
  from?: string
  /** Inclusive. */
  to?: string
}

export const accountActivityOutcomes = ['success', 'refused'] as const
export type AccountActivityOutcome = (typeof accountActivityOutcomes)[number]

export function parseAccountActivityFilter(search: Readonly<Record<string, unknown>>): AccountActivityFilter {
  const kind = activityCategories.find((known) => known === search['kind'])
  const outcome = accountActivityOutcomes.find((known) => known === search['outcome'])
  const [from, to] = [parseDay(search['from']), parseDay(search['to'])]
  return { ...(kind && { kind }), ...(outcome && { outcome }), ...(from && { from }), ...(to && { to }) }
}

export function updateAccountActivityFilter(
  filter: AccountActivityFilter,
  choice: { [Name in keyof AccountActivityFilter]?: AccountActivityFilter[Name] | '' },
): AccountActivityFilter {
  return parseAccountActivityFilter({ ...filter, ...choice })
}

export function isReversedDateRange({ from, to }: AccountActivityFilter): boolean {
  return from !== undefined && to !== undefined && from > to
}

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

function isCalendarDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

function startOfDay(day: string, daysLater: number): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + daysLater)
}
