// Why sign-ins were refused, and when, the most frequent reason first.
import { adminPaths } from '../../../api/admin-paths.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { useTranslations } from 'use-intl'
import { formatRefusalReason } from '../activity/format-audit-reason.ts'
import { SparklineTable } from './SparklineTable.tsx'
import { ChartSection } from './ChartSection.tsx'
import type { OverviewStatistics } from './overview-statistics.ts'
import { toTimestampRange } from './date-range.ts'
import type { DateRange } from './date-range.ts'

export function SignInRefusalReasons({
  figures: { refusals },
  range,
}: {
  figures: OverviewStatistics
  range: DateRange
}) {
  const t = useTranslations()
  return (
    <ChartSection title={t('adminOverview.refusals.title')}>
      {refusals.length === 0 ? (
        <EmptyState title={t('adminOverview.refusals.empty')} />
      ) : (
        <SparklineTable
          label={t('adminOverview.refusals.title')}
          headers={{ name: t('adminOverview.refusals.reason'), count: t('adminOverview.refusals.count') }}
          range={range}
          rows={refusals.map(({ reason, count, days }) => ({
            id: reason,
            name: formatRefusalReason(t, reason),
            count,
            days,
            href: adminPaths.activity({ type: 'sign_in.refused', reason, ...toTimestampRange(range) }),
          }))}
        />
      )}
    </ChartSection>
  )
}
