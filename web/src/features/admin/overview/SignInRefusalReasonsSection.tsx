import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import { useTranslations } from 'use-intl'
import { formatAuditRefusalReason } from '../activity/format-audit-reason.ts'
import { RefusalCountTable } from './RefusalCountTable.tsx'
import { OverviewChartSection } from './OverviewChartSection.tsx'
import type { AdminOverviewStatisticsResponse } from './admin-overview-statistics-response-type.ts'
import { convertDateRangeToTimestamps } from './overview-date-range.ts'
import type { DateRange } from './overview-date-range.ts'

export function SignInRefusalReasonsSection({
  figures: { refusals },
  range,
}: {
  figures: AdminOverviewStatisticsResponse
  range: DateRange
}) {
  const t = useTranslations()
  return (
    <OverviewChartSection title={t('adminCharts.refusals.title')}>
      {refusals.length === 0 ? (
        <p className="text-small text-soft">{t('adminCharts.refusals.empty')}</p>
      ) : (
        <RefusalCountTable
          label={t('adminCharts.refusals.title')}
          nameHeader={t('adminCharts.refusals.reason')}
          rows={refusals.map(({ reason, count }) => ({
            name: formatAuditRefusalReason(t, reason),
            count,
            href: adminPagePaths.activity({ type: 'sign_in.refused', reason, ...convertDateRangeToTimestamps(range) }),
          }))}
        />
      )}
    </OverviewChartSection>
  )
}
