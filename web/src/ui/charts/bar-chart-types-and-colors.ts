// Bar chart model. Series differ by pattern as well as color (WCAG 2.2 §1.4.1).

export interface ChartSeries {
  id: string
  label: string
  look: ChartColor
  /** Not part of the stack, but drawn next to it. */
  isSeparate?: boolean
  href?: string
}

export interface ChartBar {
  id: string
  /** In full: "21 November 2026". */
  label: string
  /** For the axis: "21 Nov". */
  shortLabel: string
  values: readonly number[]
  /** Whether the period has not ended yet. */
  isIncomplete?: boolean
  href: string
}

/** `neutral` and `amber` are for separate series: ordinary, and unusual. */
export type ChartColor = 'seal' | 'ink' | 'soft' | 'neutral' | 'amber'

/** Null for a solid fill; lines have the background's color. */
export const chartPatternPaths: Readonly<Record<ChartColor, string | null>> = {
  seal: null,
  ink: 'M-1 1l2 -2M0 6l6 -6M5 7l2 -2',
  soft: 'M0 1.5h6M0 4.5h6',
  // A separate series is recognized by its position, so it needs no pattern.
  neutral: null,
  amber: null,
}

export const chartFillClasses: Readonly<Record<ChartColor, string>> = {
  seal: 'fill-seal',
  ink: 'fill-ink',
  soft: 'fill-soft',
  neutral: 'fill-soft',
  amber: 'fill-amber',
}

export const chartStrokeClasses: Readonly<Record<ChartColor, string>> = {
  seal: 'stroke-seal',
  ink: 'stroke-ink',
  soft: 'stroke-soft',
  neutral: 'stroke-soft',
  amber: 'stroke-amber',
}

/** The height of the stack, or of a separate series if that is taller. */
export function computeChartBarTotal(series: readonly ChartSeries[], { values }: Pick<ChartBar, 'values'>): number {
  const separateValues = values.filter((_, place) => series[place]?.isSeparate)
  return Math.max(sumNumbers(values) - sumNumbers(separateValues), ...separateValues)
}

export const sumNumbers = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
