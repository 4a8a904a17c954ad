import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import type { ChartSeries } from '../../../ui/charts/bar-chart-types-and-colors.ts'
import { EmptyListPanel } from '../../../ui/EmptyListPanel.tsx'
import { Card } from '../../../ui/PageSection.tsx'
import { useTranslations } from 'use-intl'
import { AdminPageLink } from '../master-detail/AdminPageLink.tsx'
import { BarChartWithTable } from './BarChartWithTable.tsx'
import { OverviewChartSection } from './OverviewChartSection.tsx'
import { countByChartBarPeriod } from './count-by-chart-bar-period.ts'
import type { AdminOverviewStatisticsResponse } from './admin-overview-statistics-response-type.ts'
import { convertDateRangeToTimestamps } from './overview-date-range.ts'
import type { DateRange } from './overview-date-range.ts'
import { useLabeledChartBarPeriods } from './use-labeled-chart-bar-periods.ts'

const countedEventTypes = 'session.started,sign_in.refused'

const signInSeries = [
  { id: 'key', look: 'seal' },
  { id: 'contract', look: 'soft' },
  { id: 'passkey', look: 'ink' },
  { id: 'refused', look: 'neutral' },
] as const

/** Chain families share one series here; the audit log filters separate them. */
const findSeriesId = (way: AdminOverviewStatisticsResponse['signIns'][number]['signInMethod']) =>
  way === 'solana' || way === 'bitcoin' ? 'key' : way

export function SignInsChart({
  figures: { signIns },
  range,
  isRefusedUnusual,
}: {
  figures: AdminOverviewStatisticsResponse
  range: DateRange
  isRefusedUnusual: boolean
}) {
  const t = useTranslations()
  const spans = useLabeledChartBarPeriods(range)
  const countOf = (id: (typeof signInSeries)[number]['id']) =>
    countByChartBarPeriod(
      spans,
      signIns.filter(({ signInMethod: way, outcome }) =>
        id === 'refused' ? outcome === 'refused' : outcome === 'success' && findSeriesId(way) === id,
      ),
    )
  const refusedHref = adminPagePaths.activity({ type: 'sign_in.refused', ...convertDateRangeToTimestamps(range) })
  const series: ChartSeries[] = signInSeries.map(({ id, look }) => ({
    id,
    look,
    label: t(`adminCharts.signIns.series.${id}`),
    // Ordinary refusals are no alarm.
    ...(id === 'refused' && { href: refusedHref, isSeparate: true, ...(isRefusedUnusual && { look: 'amber' }) }),
  }))
  const counts = signInSeries.map(({ id }) => countOf(id))
  const bars = spans.map((span, place) => ({
    id: span.from,
    label: span.label,
    shortLabel: span.shortLabel,
    isIncomplete: span.isIncomplete,
    values: counts.map((count) => count[place] ?? 0),
    href: adminPagePaths.activity({ type: countedEventTypes, ...convertDateRangeToTimestamps(span) }),
  }))
  const total = signIns.reduce((sum, { count, outcome }) => (outcome === 'success' ? sum + count : sum), 0)
  return (
    <OverviewChartSection
      title={t('adminCharts.signIns.title')}
      aside={
        total > 0 ? (
          <AdminPageLink
            href={adminPagePaths.activity({ type: 'session.started', ...convertDateRangeToTimestamps(range) })}
          >
            {t('adminCharts.signIns.total', { count: total })}
          </AdminPageLink>
        ) : undefined
      }
    >
      {signIns.length > 0 ? (
        <Card className="px-4 pt-3 pb-1 sm:px-5">
          <BarChartWithTable
            label={t('adminCharts.signIns.title')}
            series={series}
            bars={bars}
            listLink={
              <AdminPageLink
                href={adminPagePaths.activity({ type: countedEventTypes, ...convertDateRangeToTimestamps(range) })}
              >
                {t('adminCharts.signIns.see')}
              </AdminPageLink>
            }
          />
        </Card>
      ) : (
        <EmptyListPanel title={t('adminCharts.signIns.emptyRange')} />
      )}
    </OverviewChartSection>
  )
}
