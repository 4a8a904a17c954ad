// Networks of refused sign-ins over time. An attack comes from a few networks or from very many.
import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import { EmptyListPanel } from '../../../ui/EmptyListPanel.tsx'
import { LoadErrorPanel } from '../../../ui/LoadErrorPanel.tsx'
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx'
import { useTranslations } from 'use-intl'
import { useAdminQuery } from '../admin-query-hooks.ts'
import { TableWithSparklines } from './TableWithSparklines.tsx'
import { OverviewChartSection } from './OverviewChartSection.tsx'
import { convertDateRangeToTimestamps } from './overview-date-range.ts'
import type { DateRange } from './overview-date-range.ts'

const maxShown = 10

export function RefusedSignInNetworksSection({ range }: { range: DateRange }) {
  const t = useTranslations()
  const refused = { type: 'sign_in.refused', ...convertDateRangeToTimestamps(range) }
  const counted = useAdminQuery('aggregateEvents', { query: { ...refused, by: 'network' } }, { keepPrevious: true })
  if (counted.error)
    return (
      <OverviewChartSection title={t('adminOverview.networks.title')}>
        <LoadErrorPanel problem={counted.error.problem} onRetry={() => void counted.refetch()} />
      </OverviewChartSection>
    )
  const { items = [], scanned: looked = 0, isComplete = true } = counted.data ?? {}
  return (
    <OverviewChartSection title={t('adminOverview.networks.title')}>
      {counted.data === undefined ? (
        <SkeletonRows />
      ) : items.length === 0 ? (
        <EmptyListPanel title={t('adminOverview.networks.empty')} />
      ) : (
        <TableWithSparklines
          label={t('adminOverview.networks.title')}
          headers={{ name: t('adminOverview.networks.network'), count: t('adminOverview.refusals.count') }}
          range={range}
          rows={items.slice(0, maxShown).map(({ network, count, days }) => ({
            id: network ?? '',
            name: network ?? t('adminOverview.networks.unnamed'),
            count,
            days,
            href: network === null ? null : adminPagePaths.activity({ ...refused, network }),
          }))}
          note={isComplete ? undefined : t('adminOverview.networks.part', { lines: looked })}
        />
      )}
    </OverviewChartSection>
  )
}
