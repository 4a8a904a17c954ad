// A chart of bars with what belongs to it: what its parts are called, and the same numbers as a table, one key away.
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { sumOf } from '../../../ui/charts/bars.ts'
import type { Bar, BarSeries } from '../../../ui/charts/bars.ts'
import { ChartTable } from '../../../ui/charts/ChartTable.tsx'
import { StackedBars } from '../../../ui/charts/StackedBars.tsx'
import { Swatch } from '../../../ui/charts/Swatch.tsx'
import { useTranslations } from 'use-intl'
import { AdminLink } from '../workbench/AdminLink.tsx'
import { useGo } from '../workbench/use-address.ts'
import { useNumber } from './use-number.ts'

interface BarChartProps {
  label: string
  series: readonly BarSeries[]
  bars: readonly Bar[]
  /** The link to the list behind all of it. */
  behind: ReactNode
}

export function BarChart({ label, series, bars, behind }: BarChartProps) {
  const t = useTranslations()
  const number = useNumber()
  const go = useGo()
  const [isTable, setIsTable] = useState(false)
  const tell = (bar: Bar) => {
    const parts = bar.values.flatMap((value, place) =>
      value === 0 ? [] : [`${number(value)} × ${series[place]?.label ?? ''}`],
    )
    return t('adminOverview.signIns.bar', {
      when: bar.label,
      parts: parts.length === 0 ? t('adminOverview.signIns.nothing') : parts.join(', '),
    })
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      <ul className="flex flex-wrap gap-x-5 gap-y-1.5 text-small">
        {series.map((part, place) => (
          <li key={part.id} className="flex items-center gap-2">
            <Swatch look={part.look} />
            {part.href === undefined || sumOf(bars.map(({ values }) => values[place] ?? 0)) === 0 ? (
              part.label
            ) : (
              <AdminLink href={part.href}>{part.label}</AdminLink>
            )}
            <span className="font-semibold tabular-nums">
              {number(sumOf(bars.map(({ values }) => values[place] ?? 0)))}
            </span>
          </li>
        ))}
      </ul>
      {isTable ? (
        <ChartTable label={label} head={t('adminOverview.signIns.day')} series={series} bars={bars} number={number} />
      ) : (
        <StackedBars
          series={series}
          bars={bars}
          words={{ label, keys: t('adminOverview.chart.keys'), number, tell }}
          onOpen={go}
        />
      )}
      {!isTable && bars.some(({ isOpen }) => isOpen) && (
        <p className="text-caption text-soft">{t('adminOverview.chart.open')}</p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6 text-small">
        {behind}
        <Button small look="bare" className="-mx-4" onClick={() => setIsTable(!isTable)}>
          {isTable ? t('adminOverview.chart.picture') : t('adminOverview.chart.table')}
        </Button>
      </div>
    </div>
  )
}
