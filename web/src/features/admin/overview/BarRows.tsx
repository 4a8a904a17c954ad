// A table whose rows say how much there was and show when, all drawn to one measure: to be seen and to be read. Each row leads to the list behind it.
import { Sparkline } from '../../../ui/charts/Sparkline.tsx'
import { Sheet } from '../../../ui/Section.tsx'
import { useTranslations } from 'use-intl'
import { AdminLink } from '../workbench/AdminLink.tsx'
import { countBySpan } from './count-by-day.ts'
import type { Range } from './range.ts'
import { useNumber } from './use-number.ts'
import { useSpans } from './use-spans.ts'

interface BarRowsProps {
  label: string
  heads: { name: string; count: string }
  rows: readonly {
    id: string
    name: string
    count: number
    days: readonly { day: string; count: number }[]
    href: string | null
  }[]
  range: Range
  /** Said below it. */
  note?: string | undefined
}

export function BarRows({ label, heads, rows, range, note }: BarRowsProps) {
  const t = useTranslations()
  const number = useNumber()
  const spans = useSpans(range)
  const drawn = rows.map((row) => ({ ...row, values: countBySpan(spans, row.days) }))
  const most = Math.max(...drawn.flatMap(({ values }) => values))
  return (
    <Sheet className="px-4 py-3 sm:px-5">
      <table aria-label={label} className="w-full border-collapse text-small">
        <thead className="sr-only">
          <tr>
            <th scope="col">{heads.name}</th>
            <th scope="col">{heads.count}</th>
          </tr>
        </thead>
        <tbody>
          {drawn.map(({ id, name, count, href, values }, place) => {
            const peak = Math.max(...values)
            return (
              <tr key={id}>
                <th scope="row" className="w-full pt-2 pr-4 text-left font-normal [overflow-wrap:anywhere]">
                  {href === null ? name : <AdminLink href={href}>{name}</AdminLink>}
                  <Sparkline
                    values={values}
                    look="red"
                    most={most}
                    isOver={spans.at(-1)?.isOpen === false}
                    className="mt-1 h-6 w-full"
                  />
                  {/* The days of all of them, once. */}
                  {place === drawn.length - 1 && (
                    <span aria-hidden="true" className="flex justify-between text-caption text-soft">
                      <span>{spans[0]?.short}</span>
                      <span>{spans.at(-1)?.short}</span>
                    </span>
                  )}
                </th>
                <td className="pt-2 text-right align-top font-semibold tabular-nums">
                  {number(count)} {/* What the drawing says. */}
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
    </Sheet>
  )
}
