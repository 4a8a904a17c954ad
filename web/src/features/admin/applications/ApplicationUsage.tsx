// How often people signed in to an application, day by day: bars to look at, the same numbers as a table.
import { useLanguage } from '../../../i18n/use-language.ts'
import { sumOf } from '../../../ui/charts/bars.ts'
import { Sparkline } from '../../../ui/charts/Sparkline.tsx'
import { Section, Sheet } from '../../../ui/Section.tsx'
import { useTranslations } from 'use-intl'
import { Table } from '../Table.tsx'
import type { ApplicationInFull } from './application-in-full.ts'
import { dateFormat, numberFormat } from '../../../ui/formats.ts'

export function ApplicationUsage({ application: { signIns } }: { application: ApplicationInFull }) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const number = numberFormat(locale)
  const date = dateFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const total = sumOf(signIns.map(({ count }) => count))
  if (total === 0) {
    return (
      <Section title={t('adminApplications.usage.title')}>
        <p className="text-soft">{t('adminApplications.usage.none')}</p>
      </Section>
    )
  }
  return (
    <Section title={t('adminApplications.usage.title')}>
      <Sheet className="grid grid-cols-1 gap-3 px-4 py-4 sm:px-5">
        <p className="tabular-nums">{t('adminApplications.usage.total', { count: number.format(total) })}</p>
        {/* The table says the same to who cannot see it. */}
        <Sparkline values={signIns.map(({ count }) => count)} className="h-24 w-full" />
        <details>
          <summary className="min-h-8 cursor-pointer text-small">{t('adminApplications.usage.table')}</summary>
          <Table
            label={t('adminApplications.usage.title')}
            columns={[
              {
                id: 'day',
                head: t('adminApplications.usage.day'),
                isHead: true,
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
            keyOf={({ day }) => day}
          />
        </details>
      </Sheet>
    </Section>
  )
}
