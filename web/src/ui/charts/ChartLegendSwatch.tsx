import { useId } from 'react'
import { chartFillClasses, chartPatternPaths } from './bar-chart-types-and-colors.ts'
import type { ChartColor } from './bar-chart-types-and-colors.ts'
import { getPatternId, ChartFillPatterns } from './ChartFillPatterns.tsx'

export function ChartLegendSwatch({ look }: { look: ChartColor }) {
  const id = useId()
  return (
    <svg aria-hidden="true" width="14" height="14" className="shrink-0">
      <ChartFillPatterns id={id} />
      <rect width="14" height="14" rx="2" className={chartFillClasses[look]} />
      {chartPatternPaths[look] && <rect width="14" height="14" rx="2" fill={`url(#${getPatternId(id, look)})`} />}
    </svg>
  )
}
