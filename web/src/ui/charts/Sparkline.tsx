import { chartFillClasses } from './bar-chart-types-and-colors.ts'
import type { ChartColor } from './bar-chart-types-and-colors.ts'

interface SparklineProps {
  values: readonly number[]
  below?: readonly number[]
  look?: ChartColor
  /** Maximum that compared sparklines share. The default is the sparkline's own maximum. */
  max?: number
  isLastDayComplete?: boolean
  className: string
}

/** Keeps small values visible. */
const minBarHeight = 1.5
const [barWidth, height] = [3, 20]

export function Sparkline({
  values,
  below = [],
  look = 'seal',
  max = 0,
  isLastDayComplete = false,
  className,
}: SparklineProps) {
  const top = Math.max(1, max, ...values)
  const bottom = Math.max(0, ...below)
  const line = (height * top) / (top + bottom)
  const tall = (value: number) => (value === 0 ? 0 : Math.max(minBarHeight, (height * value) / (top + bottom) - 0.5))
  const bar = (value: number, place: number, y: number, look: string) =>
    value > 0 && (
      <rect
        key={`${look}${place}`}
        x={place * barWidth + 0.4}
        y={y}
        width={barWidth - 0.8}
        height={tall(value)}
        className={look}
        fillOpacity={!isLastDayComplete && place === values.length - 1 ? 0.45 : 1}
      />
    )
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${values.length * barWidth} ${height + 1}`}
      preserveAspectRatio="none"
      className={className}
    >
      <rect y={line} width="100%" height="0.5" className="fill-soft" fillOpacity="0.6" />
      {values.map((value, place) => bar(value, place, line - tall(value), chartFillClasses[look]))}
      {below.map((value, place) => bar(value, place, line + 0.5, chartFillClasses.ink))}
    </svg>
  )
}
