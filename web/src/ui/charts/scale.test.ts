import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ticksOf, topOf } from './scale.ts'

test('an axis ends at a round number', () => {
  expect([0, 1, 2, 3, 5, 7, 10, 11, 39, 47, 99, 1234, 50_000].map(topOf)).toEqual([
    1, 1, 2, 4, 6, 10, 10, 20, 40, 50, 100, 2000, 50_000,
  ])
})

test('no bar passes it, none is lost at its foot, and what stands at it is whole', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e9 }), (tallest) => {
      const top = topOf(tallest)
      expect(top).toBeGreaterThanOrEqual(tallest)
      expect(top).toBeLessThanOrEqual(2.5 * tallest)
      expect(ticksOf(top).every(Number.isInteger)).toBe(true)
    }),
  )
})
