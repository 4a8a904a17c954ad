/** Rounds up to 1, 2, 4, 5, 10, 20, 40, 50 …, or one more, so that half the result is whole. */
export function roundUpAxisMax(tallest: number): number {
  if (tallest <= 2) return Math.max(1, tallest)
  const power = 10 ** Math.floor(Math.log10(tallest))
  const top = [1, 2, 4, 5, 10].map((step) => step * power).find((candidate) => candidate >= tallest) ?? 10 * power
  return top % 2 === 0 ? top : top + 1
}

/** Bars that are this many times higher than all others are broken off, so that the others stay readable. */
const outlierFactor = 3

/**
 * Picks the top of an axis. Of ten bars with values, one may rise above it.
 *
 * @param totals heights of all bars; order does not matter
 * @returns a round number; bars above it are drawn broken
 * @example
 * pickAxisMax([2, 4, 3, 115]) // 6
 * pickAxisMax([20, 40, 35, 60]) // 100
 */
export function pickAxisMax(totals: readonly number[]): number {
  const descending = totals.filter((total) => total > 0).toSorted((one, other) => other - one)
  const [tallest = 0] = descending
  const ordinary = descending[Math.max(1, Math.floor(descending.length / 10))] ?? 0
  return roundUpAxisMax(ordinary > 0 && tallest > outlierFactor * ordinary ? Math.ceil(1.25 * ordinary) : tallest)
}

export function computeAxisTicks(top: number): number[] {
  return top === 1 ? [1, 0] : [top, top / 2, 0]
}

const maxLabels = 5

/** Labels the first bar, the last bar, and evenly spaced bars between them. */
export function pickAxisLabeledBarIndexes(count: number): number[] {
  const named = Math.min(maxLabels, count)
  if (named < 2) return count === 0 ? [] : [0]
  return Array.from({ length: named }, (_, place) => Math.round((place * (count - 1)) / (named - 1)))
}
