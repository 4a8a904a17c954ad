// What a chart of bars is made of, and how the parts of a bar look: told apart by pattern as well as by colour (WCAG 2.2 §1.4.1).

/** One part of every bar. */
export interface ChartSeries {
  id: string
  label: string
  look: ChartColor
  /** It is no part of what the others add up to, and stands beside them. */
  isSeparate?: boolean
  /** The list behind all of it, where there is one of this part alone. */
  href?: string
}

/** One bar, with a value for each series. */
export interface ChartBar {
  id: string
  /** The whole of what it stands for: "21 November 2026". */
  label: string
  /** The same at the axis: "21 Nov". */
  shortLabel: string
  values: readonly number[]
  /** What it stands for is not over: it may still grow. */
  isIncomplete?: boolean
  /** The list behind it. */
  href: string
}

export type ChartColor = 'seal' | 'ink' | 'soft' | 'red'

/** What lies over the colour: nothing, or lines in the colour of the ground. */
export const chartPatternPaths: Readonly<Record<ChartColor, string | null>> = {
  seal: null,
  ink: 'M-1 1l2 -2M0 6l6 -6M5 7l2 -2',
  soft: 'M0 1.5h6M0 4.5h6',
  // What is beside the others is told from them by where it stands.
  red: null,
}

export const chartFillClasses: Readonly<Record<ChartColor, string>> = {
  seal: 'fill-seal',
  ink: 'fill-ink',
  soft: 'fill-soft',
  red: 'fill-red',
}

export const chartStrokeClasses: Readonly<Record<ChartColor, string>> = {
  seal: 'stroke-seal',
  ink: 'stroke-ink',
  soft: 'stroke-soft',
  red: 'stroke-red',
}

/** How tall a bar is: all that it adds up, or what stands beside that. */
export function computeChartBarTotal(series: readonly ChartSeries[], { values }: Pick<ChartBar, 'values'>): number {
  const beside = values.filter((_, place) => series[place]?.isSeparate)
  return Math.max(sumNumbers(values) - sumNumbers(beside), ...beside)
}

export const sumNumbers = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
