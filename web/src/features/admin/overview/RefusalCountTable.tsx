import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/PageSection.tsx'
import { useTranslations } from 'use-intl'
import { AdminPageLink } from '../master-detail/AdminPageLink.tsx'
import { useNumberFormat } from './use-number-format.ts'

interface RefusalCountTableProps {
  label: string
  nameHeader: string
  rows: readonly { name: string; count: number; href: string | null }[]
  note?: string | undefined
}

/** On a phone, the other rows are shown on demand. */
const maxShownOnPhone = 3

export function RefusalCountTable({ label, nameHeader, rows, note }: RefusalCountTableProps) {
  const t = useTranslations()
  const number = useNumberFormat()
  const [isExpanded, setIsExpanded] = useState(false)
  return (
    <Card className="px-4 py-1.5 sm:px-5">
      <table aria-label={label} className="w-full border-collapse text-small">
        <thead className="sr-only">
          <tr>
            <th scope="col">{nameHeader}</th>
            <th scope="col">{t('adminCharts.refusals.count')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, count, href }, place) => (
            <tr
              key={name}
              className={`border-b border-line last:border-0 ${!isExpanded && place >= maxShownOnPhone ? 'max-sm:hidden' : ''}`}
            >
              <th scope="row" className="py-1.5 pr-3 text-left font-normal [overflow-wrap:anywhere]">
                <span title={name} className="line-clamp-2">
                  {href === null ? name : <AdminPageLink href={href}>{name}</AdminPageLink>}
                </span>
              </th>
              <td className="py-1.5 text-right font-semibold tabular-nums">{number(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > maxShownOnPhone && (
        <Button
          small
          look="bare"
          aria-expanded={isExpanded}
          className="-ml-4 sm:hidden"
          onClick={() => setIsExpanded(!isExpanded)}
        >
          {isExpanded ? t('adminCharts.fewer') : t('adminCharts.all', { count: rows.length })}
        </Button>
      )}
      {note !== undefined && <p className="text-caption text-soft">{note}</p>}
    </Card>
  )
}
