import { expect, test } from 'vitest'
import { countCalendarDaysBetween, groupActivityByDay } from './group-activity-by-day.ts'

const at = (year: number, month: number, day: number, hour: number) => ({
  at: new Date(year, month - 1, day, hour).toISOString(),
  hour,
})

test('groups activity entries by local day and keeps their order', () => {
  const lines = [at(2026, 3, 2, 1), at(2026, 3, 1, 23), at(2026, 3, 1, 0), at(2025, 3, 1, 12)]
  const days = groupActivityByDay(lines).map(({ startMs, items }) => [
    new Date(startMs).toDateString(),
    items.map(({ hour }) => hour),
  ])
  expect(days).toEqual([
    ['Mon Mar 02 2026', [1]],
    ['Sun Mar 01 2026', [23, 0]],
    ['Sat Mar 01 2025', [12]],
  ])
  expect(groupActivityByDay([])).toEqual([])
})

test('counts calendar days rather than 24-hour periods, across daylight saving changes', () => {
  const [day] = groupActivityByDay([at(2026, 3, 28, 23)])
  expect(countCalendarDaysBetween(day?.startMs ?? 0, new Date(2026, 2, 28, 23, 59).getTime())).toBe(0)
  expect(countCalendarDaysBetween(day?.startMs ?? 0, new Date(2026, 2, 29, 0, 1).getTime())).toBe(1)
  // The days span the start of daylight saving time in Europe, and many days beyond.
  expect(countCalendarDaysBetween(day?.startMs ?? 0, new Date(2026, 2, 30, 0, 1).getTime())).toBe(2)
  expect(countCalendarDaysBetween(day?.startMs ?? 0, new Date(2026, 10, 1, 12).getTime())).toBe(218)
})
