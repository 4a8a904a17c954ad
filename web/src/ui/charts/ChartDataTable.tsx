import { sumNumbers } from './bar-chart-types-and-colors.ts'
import type { ChartBar, ChartSeries } from './bar-chart-types-and-colors.ts'

interface ChartTableProps {
  label: string
  head: string
  series: readonly ChartSeries[]
  bars: readonly ChartBar[]
  number: (value: number) => string
}

export function ChartDataTable({ label, head, series, bars, number }: ChartTableProps) {
  const cell = 'px-1.5 py-1.5 text-right tabular-nums sm:px-3'
  return (
    <div className="rounded-control border border-line">
      <table aria-label={label} className="w-full border-collapse text-small">
        <thead>
          <tr className="border-b border-line text-caption text-soft">
            <th scope="col" className="px-3 py-2 text-left align-bottom font-semibold">
              {head}
            </th>
            {series.map((part) => (
              <th key={part.id} scope="col" className="px-1.5 py-2 text-right align-bottom font-semibold sm:px-3">
                {part.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {bars
            .filter(({ values }) => sumNumbers(values) > 0)
            .map((bar) => (
              <tr key={bar.id}>
                <th scope="row" className="px-3 py-1.5 text-left font-normal">
                  {bar.label}
                </th>
                {bar.values.map((value, place) => (
                  <td key={series[place]?.id} className={cell}>
                    {number(value)}
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  )
}
