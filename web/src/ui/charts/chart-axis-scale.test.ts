import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeChartBarTotal } from './bar-chart-types-and-colors.ts'
import type { ChartSeries } from './bar-chart-types-and-colors.ts'
import { pickAxisLabeledBarIndexes, computeAxisTicks, pickAxisMax, roundUpAxisMax } from './chart-axis-scale.ts'

test('rounds the axis maximum up to a round number', () => {
  expect([0, 1, 2, 3, 5, 7, 10, 11, 39, 47, 99, 1234, 50_000].map(roundUpAxisMax)).toEqual([
    1, 1, 2, 4, 6, 10, 10, 20, 40, 50, 100, 2000, 50_000,
  ])
})

test('the axis covers every bar without dwarfing it and has integer ticks', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e9 }), (tallest) => {
      const top = roundUpAxisMax(tallest)
      expect(top).toBeGreaterThanOrEqual(tallest)
      expect(top).toBeLessThanOrEqual(2.5 * tallest)
      expect(computeAxisTicks(top).every(Number.isInteger)).toBe(true)
    }),
  )
})

test('labels a few evenly spaced bars, including the first and the last', () => {
  expect([0, 1, 2, 3, 7, 30].map(pickAxisLabeledBarIndexes)).toEqual([
    [],
    [0],
    [0, 1],
    [0, 1, 2],
    [0, 2, 3, 5, 6],
    [0, 7, 15, 22, 29],
  ])
})

test('excludes separate series from the total of a bar', () => {
  const series = [{ look: 'seal' }, { look: 'ink' }, { look: 'neutral', isSeparate: true }].map((part, place) => ({
    id: String(place),
    label: '',
    ...part,
  })) as ChartSeries[]
  expect([
    computeChartBarTotal(series, { values: [3, 4, 5] }),
    computeChartBarTotal(series, { values: [1, 1, 9] }),
  ]).toEqual([7, 9])
})

describe('pickAxisMax', () => {
  test.each([
    [[], 1],
    [[115], 200],
    [[2, 4, 3, 115], 6],
    [[20, 40, 35, 60], 100],
    [[0, 0, 7], 10],
  ])('of %j is %i', (totals, top) => {
    expect(pickAxisMax(totals)).toBe(top)
  })
})
