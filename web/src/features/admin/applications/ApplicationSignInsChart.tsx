import { usePageLanguage } from '../../../i18n/page-language-context.ts'
import { sumNumbers } from '../../../ui/charts/bar-chart-types-and-colors.ts'
import { Sparkline } from '../../../ui/charts/Sparkline.tsx'
import { PageSection, Card } from '../../../ui/PageSection.tsx'
import { useTranslations } from 'use-intl'
import { Table } from '../Table.tsx'
import type { ApplicationDetailsResponse } from './application-details-response-type.ts'
import { getDateFormat, getNumberFormat } from '../../../ui/memoized-intl-formats.ts'

export function ApplicationSignInsChart({ application: { signIns } }: { application: ApplicationDetailsResponse }) {
  const t = useTranslations()
  const { locale } = usePageLanguage()
  const number = getNumberFormat(locale)
  const date = getDateFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const total = sumNumbers(signIns.map(({ count }) => count))
  if (total === 0) {
    return (
      <PageSection title={t('adminApplications.usage.title')}>
        <p className="text-soft">{t('adminApplications.usage.none')}</p>
      </PageSection>
    )
  }
  return (
    <PageSection title={t('adminApplications.usage.title')}>
      <Card className="grid grid-cols-1 gap-3 px-4 py-4 sm:px-5">
        <p className="tabular-nums">{t('adminApplications.usage.total', { count: number.format(total) })}</p>
        {/* The table below is the accessible alternative. */}
        <Sparkline values={signIns.map(({ count }) => count)} className="h-24 w-full" />
        <details>
          <summary className="min-h-8 cursor-pointer text-small">{t('adminApplications.usage.table')}</summary>
          <Table
            label={t('adminApplications.usage.title')}
            columns={[
              {
                id: 'day',
                head: t('adminApplications.usage.day'),
                isRowHeader: true,
                cell: ({ day }) => date.format(new Date(day)),
              },
              {
                id: 'count',
                head: t('adminApplications.usage.count'),
                isNumber: true,
                cell: ({ count }) => number.format(count),
              },
            ]}
            items={signIns.toReversed()}
            getKey={({ day }) => day}
          />
        </details>
      </Card>
    </PageSection>
  )
}
