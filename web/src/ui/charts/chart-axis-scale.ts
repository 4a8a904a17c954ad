/** Rounds up to 1, 2, 4, 5, 10, 20, 40, 50 …, or one more, so that half the result is whole. */
export function roundUpAxisMax(tallest: number): number {
  if (tallest <= 2) return Math.max(1, tallest)
  const power = 10 ** Math.floor(Math.log10(tallest))
  const top = [1, 2, 4, 5, 10].map((step) => step * power).find((candidate) => candidate >= tallest) ?? 10 * power
  return top % 2 === 0 ? top : top + 1
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
