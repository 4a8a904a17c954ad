// Sign-ins per day, by the way in which somebody signed in, and those that were refused.
import { adminPaths } from '../../../api/admin-paths.ts'
import type { ChartSeries } from '../../../ui/charts/bar-chart-model.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Card } from '../../../ui/Section.tsx'
import { useTranslations } from 'use-intl'
import { AdminLink } from '../master-detail/AdminLink.tsx'
import { BarChartWithTable } from './BarChartWithTable.tsx'
import { ChartSection } from './ChartSection.tsx'
import { countByDaySpan } from './count-by-day-span.ts'
import type { OverviewStatistics } from './overview-statistics.ts'
import { toTimestampRange } from './date-range.ts'
import type { DateRange } from './date-range.ts'
import { useLabeledDaySpans } from './use-labeled-day-spans.ts'

/** The lines of the activity that are counted here. */
const countedEventTypes = 'session.started,sign_in.refused'

const signInSeries = [
  { id: 'key', look: 'seal' },
  { id: 'contract', look: 'soft' },
  { id: 'passkey', look: 'ink' },
  { id: 'refused', look: 'red' },
] as const

/** A key is a key: the filters of the activity tell the chain families apart. */
const findSeriesId = (way: OverviewStatistics['signIns'][number]['signInMethod']) =>
  way === 'solana' || way === 'bitcoin' ? 'key' : way

export function SignInsChart({
  figures: { signIns, people },
  range,
}: {
  figures: OverviewStatistics
  range: DateRange
}) {
  const t = useTranslations()
  const spans = useLabeledDaySpans(range)
  const countOf = (id: (typeof signInSeries)[number]['id']) =>
    countByDaySpan(
      spans,
      signIns.filter(({ signInMethod: way, outcome }) =>
        id === 'refused' ? outcome === 'refused' : outcome === 'success' && findSeriesId(way) === id,
      ),
    )
  const refusedHref = adminPaths.activity({ type: 'sign_in.refused', ...toTimestampRange(range) })
  const series: ChartSeries[] = signInSeries.map(({ id, look }) => ({
    id,
    look,
    label: t(`adminOverview.signIns.series.${id}`),
    ...(id === 'refused' && { href: refusedHref, isSeparate: true }),
  }))
  const counts = signInSeries.map(({ id }) => countOf(id))
  const bars = spans.map((span, place) => ({
    id: span.from,
    label: span.label,
    shortLabel: span.shortLabel,
    isIncomplete: span.isIncomplete,
    values: counts.map((count) => count[place] ?? 0),
    href: adminPaths.activity({ type: countedEventTypes, ...toTimestampRange(span) }),
  }))
  const total = signIns.reduce((sum, { count, outcome }) => (outcome === 'success' ? sum + count : sum), 0)
  return (
    <ChartSection
      title={t('adminOverview.signIns.title')}
      aside={
        total > 0 ? (
          <AdminLink href={adminPaths.activity({ type: 'session.started', ...toTimestampRange(range) })}>
            {t('adminOverview.signIns.total', { count: total })}
          </AdminLink>
        ) : undefined
      }
    >
      {signIns.length > 0 ? (
        <Card className="px-4 pt-5 pb-2 sm:px-5">
          <BarChartWithTable
            label={t('adminOverview.signIns.title')}
            series={series}
            bars={bars}
            listLink={
              <AdminLink href={adminPaths.activity({ type: countedEventTypes, ...toTimestampRange(range) })}>
                {t('adminOverview.signIns.see')}
              </AdminLink>
            }
          />
        </Card>
      ) : people.active > 1 ? (
        <EmptyState title={t('adminOverview.signIns.emptyRange')} />
      ) : (
        <EmptyState title={t('adminOverview.signIns.emptyTitle')}>
          <p>{t('adminOverview.signIns.emptyText')}</p>
          <ButtonLink href={adminPaths.newApplication} className="mt-4">
            {t('adminOverview.signIns.connect')}
          </ButtonLink>
        </EmptyState>
      )}
    </ChartSection>
  )
}
