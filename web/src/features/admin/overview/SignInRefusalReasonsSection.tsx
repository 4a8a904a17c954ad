import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import { EmptyListPanel } from '../../../ui/EmptyListPanel.tsx'
import { useTranslations } from 'use-intl'
import { formatAuditRefusalReason } from '../activity/format-audit-reason.ts'
import { TableWithSparklines } from './TableWithSparklines.tsx'
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
    <OverviewChartSection title={t('adminOverview.refusals.title')}>
      {refusals.length === 0 ? (
        <EmptyListPanel title={t('adminOverview.refusals.empty')} />
      ) : (
        <TableWithSparklines
          label={t('adminOverview.refusals.title')}
          headers={{ name: t('adminOverview.refusals.reason'), count: t('adminOverview.refusals.count') }}
          range={range}
          rows={refusals.map(({ reason, count, days }) => ({
            id: reason,
            name: formatAuditRefusalReason(t, reason),
            count,
            days,
            href: adminPagePaths.activity({ type: 'sign_in.refused', reason, ...convertDateRangeToTimestamps(range) }),
          }))}
        />
      )}
    </OverviewChartSection>
  )
}
