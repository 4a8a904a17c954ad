// Decides when missing sign-ins are unusual (docs/decisions/0094-sign-in-health.md).

/** The usual number is taken from this many days before the last sign-in. */
export const referenceDays = 28

/** A younger server has no usual number yet. */
export const minReferenceDays = 14

/** If sign-ins are independent of each other, none of 14 expected ones happen with e⁻¹⁴ < 10⁻⁶. */
export const minExpectedSignIns = 14

const daysPerWeek = 7

/** The smaller of two for an even number, so that half of the values may be missing. */
export function findLowerMedian(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
}

/**
 * Estimates how many sign-ins are usual in a period of at most one day.
 *
 * The result is the lower one of two medians: of all earlier days, and of the same weekday. So quiet
 * weekends raise no alert, and neither busy days nor an outage in the past change the result.
 *
 * @param earlier counts of the same hours on earlier days, newest first; null before the log started
 * @param firstDaysAgo how many days before the period the first of these counts was
 *
 * @example
 * estimateUsualCount([45, 44, 0, 46, 45, 43, 45, 45, 44, 46, 45, 43, 44, 45]) // 45
 */
export function estimateUsualCount(earlier: readonly (number | null)[], firstDaysAgo = 1): number {
  const known = earlier.filter((count) => count !== null)
  if (known.length < minReferenceDays) return 0
  const sameWeekday = earlier.filter(
    (count, place) => count !== null && (firstDaysAgo + place) % daysPerWeek === 0,
  ) as number[]
  return Math.min(findLowerMedian(known), findLowerMedian(sameWeekday))
}

export interface SilentDays {
  /** Complete days without a sign-in. */
  count: number
  /** How many sign-ins would have been usual in these days. */
  expected: number
  /** How many are usual on a day. */
  usual: number
}

/**
 * Finds complete days without sign-ins at the end of a series.
 *
 * @param days counts of complete days, oldest first; null before the log started
 * @param today the count of the unfinished day
 *
 * @example
 * measureSilentDays([...Array<number>(28).fill(20), 0], 0) // { count: 1, expected: 20, usual: 20 }
 */
export function measureSilentDays(days: readonly (number | null)[], today: number): SilentDays {
  const end = days.findLastIndex((count) => count !== null && count > 0) + 1
  if (today > 0 || end === 0 || end === days.length) return { count: 0, expected: 0, usual: 0 }
  const earlier = days.slice(Math.max(0, end - referenceDays), end).toReversed()
  let expected = 0
  for (let place = end; place < days.length; place += 1) expected += estimateUsualCount(earlier, place - end + 1)
  return {
    count: days.length - end,
    expected,
    usual: findLowerMedian(earlier.filter((count) => count !== null)),
  }
}
