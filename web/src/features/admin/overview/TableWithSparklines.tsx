import { Sparkline } from '../../../ui/charts/Sparkline.tsx'
import { Card } from '../../../ui/PageSection.tsx'
import { useTranslations } from 'use-intl'
import { AdminPageLink } from '../master-detail/AdminPageLink.tsx'
import { countByChartBarPeriod } from './count-by-chart-bar-period.ts'
import type { DateRange } from './overview-date-range.ts'
import { useNumberFormat } from './use-number-format.ts'
import { useLabeledChartBarPeriods } from './use-labeled-chart-bar-periods.ts'

interface SparklineTableProps {
  label: string
  headers: { name: string; count: string }
  rows: readonly {
    id: string
    name: string
    count: number
    days: readonly { day: string; count: number }[]
    href: string | null
  }[]
  range: DateRange
  note?: string | undefined
}

export function TableWithSparklines({ label, headers, rows, range, note }: SparklineTableProps) {
  const t = useTranslations()
  const number = useNumberFormat()
  const spans = useLabeledChartBarPeriods(range)
  const drawn = rows.map((row) => ({ ...row, values: countByChartBarPeriod(spans, row.days) }))
  const max = Math.max(...drawn.flatMap(({ values }) => values))
  return (
    <Card className="px-4 py-3 sm:px-5">
      <table aria-label={label} className="w-full border-collapse text-small">
        <thead className="sr-only">
          <tr>
            <th scope="col">{headers.name}</th>
            <th scope="col">{headers.count}</th>
          </tr>
        </thead>
        <tbody>
          {drawn.map(({ id, name, count, href, values }, place) => {
            const peak = Math.max(...values)
            return (
              <tr key={id}>
                <th scope="row" className="w-full pt-2 pr-4 text-left font-normal [overflow-wrap:anywhere]">
                  {href === null ? name : <AdminPageLink href={href}>{name}</AdminPageLink>}
                  <Sparkline
                    values={values}
                    look="red"
                    max={max}
                    isLastDayComplete={spans.at(-1)?.isIncomplete === false}
                    className="mt-1 h-6 w-full"
                  />
                  {/* One axis for all rows. */}
                  {place === drawn.length - 1 && (
                    <span aria-hidden="true" className="flex justify-between text-caption text-soft">
                      <span>{spans[0]?.shortLabel}</span>
                      <span>{spans.at(-1)?.shortLabel}</span>
                    </span>
                  )}
                </th>
                <td className="pt-2 text-right align-top font-semibold tabular-nums">
                  {number(count)} {/* Text alternative of the sparkline. */}
                  <span className="sr-only">
                    {t('adminOverview.refusals.peak', { when: spans[values.indexOf(peak)]?.label ?? '', count: peak })}
                  </span>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {note !== undefined && <p className="text-caption text-soft">{note}</p>}
    </Card>
  )
}
