import { useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { sumNumbers } from '../../../ui/charts/bar-chart-types-and-colors.ts'
import type { ChartBar, ChartSeries } from '../../../ui/charts/bar-chart-types-and-colors.ts'
import { ChartDataTable } from '../../../ui/charts/ChartDataTable.tsx'
import { StackedBarChart } from '../../../ui/charts/StackedBarChart.tsx'
import { ChartLegendSwatch } from '../../../ui/charts/ChartLegendSwatch.tsx'
import { useTranslations } from 'use-intl'
import { AdminPageLink } from '../master-detail/AdminPageLink.tsx'
import { useAdminNavigate } from '../master-detail/admin-url-state.ts'
import { useNumberFormat } from './use-number-format.ts'

interface BarChartWithTableProps {
  label: string
  series: readonly ChartSeries[]
  bars: readonly ChartBar[]
  listLink: ReactNode
}

export function BarChartWithTable({ label, series, bars, listLink }: BarChartWithTableProps) {
  const t = useTranslations()
  const number = useNumberFormat()
  const go = useAdminNavigate()
  const [isTable, setIsTable] = useState(false)
  const describeBar = (bar: ChartBar) => {
    const parts = bar.values.flatMap((value, place) =>
      value === 0 ? [] : [`${number(value)} × ${series[place]?.label ?? ''}`],
    )
    return t('adminCharts.signIns.bar', {
      when: bar.label,
      parts: parts.length === 0 ? t('adminCharts.signIns.nothing') : parts.join(', '),
    })
  }
  return (
    <div className="grid grid-cols-1 gap-2">
      <ul className="flex flex-wrap gap-x-5 gap-y-1.5 text-small">
        {series.map((part, place) => (
          <li key={part.id} className="flex items-center gap-2">
            <ChartLegendSwatch look={part.look} />
            {part.href === undefined || sumNumbers(bars.map(({ values }) => values[place] ?? 0)) === 0 ? (
              part.label
            ) : (
              <AdminPageLink href={part.href}>{part.label}</AdminPageLink>
            )}
            <span className="font-semibold tabular-nums">
              {number(sumNumbers(bars.map(({ values }) => values[place] ?? 0)))}
            </span>
          </li>
        ))}
      </ul>
      {isTable ? (
        <ChartDataTable label={label} head={t('adminCharts.signIns.day')} series={series} bars={bars} number={number} />
      ) : (
        <StackedBarChart
          series={series}
          bars={bars}
          messages={{
            label,
            keys: t('adminCharts.chart.keys'),
            number,
            describeBar,
            note: bars.some(({ isIncomplete }) => isIncomplete) ? t('adminCharts.chart.open') : '',
            brokenNote: t('adminCharts.chart.broken'),
          }}
          onOpen={go}
        />
      )}
      <div className="-mt-2 flex flex-wrap items-center justify-between gap-x-6 text-small">
        {listLink}
        <Button small look="bare" className="-mx-4" onClick={() => setIsTable(!isTable)}>
          {isTable ? t('adminCharts.chart.picture') : t('adminCharts.chart.table')}
        </Button>
      </div>
    </div>
  )
}
