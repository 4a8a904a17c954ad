import { expect, test } from 'vitest'
import { countByChartBarPeriod, splitIntoChartBarPeriods } from './count-by-chart-bar-period.ts'

test('a chart bar covers a day, or a week in ranges of more than 100 days', () => {
  expect(splitIntoChartBarPeriods({ from: '2026-01-01', to: '2026-01-03' })).toEqual([
    { from: '2026-01-01', to: '2026-01-01' },
    { from: '2026-01-02', to: '2026-01-02' },
    { from: '2026-01-03', to: '2026-01-03' },
  ])
  expect(splitIntoChartBarPeriods({ from: '2026-01-01', to: '2026-04-10' })).toHaveLength(100)
  const weeks = splitIntoChartBarPeriods({ from: '2026-01-01', to: '2026-04-11' })
  expect(weeks).toHaveLength(15)
  expect([weeks[0], weeks.at(-1)]).toEqual([
    { from: '2026-01-01', to: '2026-01-07' },
    { from: '2026-04-09', to: '2026-04-11' },
  ])
})

test('the value of a chart bar is the sum of its days, excluding days outside the range', () => {
  const spans = splitIntoChartBarPeriods({ from: '2026-01-01', to: '2026-01-02' })
  const counted = [
    { day: '2026-01-02', count: 3 },
    { day: '2026-01-01', count: 1 },
    { day: '2026-01-02', count: 4 },
    { day: '2026-01-03', count: 9 },
  ]
  expect(countByChartBarPeriod(spans, counted)).toEqual([1, 7])
})
