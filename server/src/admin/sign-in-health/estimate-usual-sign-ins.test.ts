import { describe, expect, test } from 'vitest'
import { estimateUsualCount, findLowerMedian, measureSilentDays } from './estimate-usual-sign-ins.ts'

const repeat = <Value>(count: number, value: Value): Value[] => Array.from({ length: count }, () => value)
/** Newest first, as of a Monday: 45 sign-ins on working days, `weekend` on others. */
const workingDays = (weekend: number): number[] =>
  Array.from({ length: 28 }, (_, place) => (place % 7 === 0 || place % 7 === 1 ? weekend : 45))

describe('the usual number of sign-ins', () => {
  test('is the median, so neither an outage nor a very busy day in the past changes it', () => {
    expect(estimateUsualCount(repeat(28, 45))).toBe(45)
    expect(estimateUsualCount([...repeat(10, 0), ...repeat(18, 45)])).toBe(45)
    expect(estimateUsualCount([...repeat(10, 45), 9000, ...repeat(17, 45)])).toBe(45)
  })

  test('is the number of the same weekday where that is lower', () => {
    expect(estimateUsualCount(workingDays(0))).toBe(45)
    const asOfSunday = [...workingDays(0).slice(1), 0]
    expect(estimateUsualCount(asOfSunday)).toBe(0)
    expect(estimateUsualCount(workingDays(0).slice(0, 21), 8)).toBe(45)
  })

  test('is zero for a server younger than 14 days', () => {
    expect(estimateUsualCount([...repeat(13, 45), ...repeat(15, null)])).toBe(0)
    expect(estimateUsualCount([...repeat(14, 45), ...repeat(14, null)])).toBe(45)
  })

  test('is the smaller of the two middle values of an even number', () => {
    expect(findLowerMedian([4, 1, 3, 2])).toBe(2)
    expect(findLowerMedian([])).toBe(0)
  })
})

describe('silent days', () => {
  test('count complete days without sign-ins, and what would have been usual in them', () => {
    expect(measureSilentDays([...repeat(28, 20), 0, 0], 0)).toEqual({ count: 2, expected: 40, usual: 20 })
    expect(measureSilentDays([...repeat(28, 3), ...repeat(5, 0)], 0)).toEqual({ count: 5, expected: 15, usual: 3 })
  })

  test('are over as soon as someone signs in today', () => {
    expect(measureSilentDays([...repeat(28, 20), 0, 0], 1).count).toBe(0)
    expect(measureSilentDays(repeat(28, 20), 0).count).toBe(0)
  })

  test('are not unusual on a weekend of a server that is used on working days', () => {
    const fourWeeks = repeat(4, [45, 45, 45, 45, 45, 0, 0]).flat()
    expect(measureSilentDays([...fourWeeks.slice(0, -2), 0, 0], 0)).toMatchObject({ count: 2, expected: 0 })
    expect(measureSilentDays([...fourWeeks, 0], 0)).toMatchObject({ expected: 45 })
  })

  test('are never unusual without earlier sign-ins', () => {
    expect(measureSilentDays(repeat(56, 0), 0).expected).toBe(0)
    expect(measureSilentDays([...repeat(50, 0), 20, 20, 20, 0, 0, 0], 0).expected).toBe(0)
  })
})
