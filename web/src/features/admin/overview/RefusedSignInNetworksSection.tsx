// Networks of refused sign-ins over time. An attack comes from a few networks or from very many.
import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import { LoadErrorPanel } from '../../../ui/LoadErrorPanel.tsx'
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx'
import { useTranslations } from 'use-intl'
import { useAdminQuery } from '../admin-query-hooks.ts'
import { RefusalCountTable } from './RefusalCountTable.tsx'
import { OverviewChartSection } from './OverviewChartSection.tsx'
import { convertDateRangeToTimestamps } from './overview-date-range.ts'
import type { DateRange } from './overview-date-range.ts'

const maxShown = 8

export function RefusedSignInNetworksSection({ range }: { range: DateRange }) {
  const t = useTranslations()
  const refused = { type: 'sign_in.refused', ...convertDateRangeToTimestamps(range) }
  const counted = useAdminQuery('aggregateEvents', { query: { ...refused, by: 'network' } }, { keepPrevious: true })
  if (counted.error)
    return (
      <OverviewChartSection title={t('adminCharts.networks.title')}>
        <LoadErrorPanel problem={counted.error.problem} onRetry={() => void counted.refetch()} />
      </OverviewChartSection>
    )
  const { items = [], scanned: looked = 0, isComplete = true } = counted.data ?? {}
  return (
    <OverviewChartSection title={t('adminCharts.networks.title')}>
      {counted.data === undefined ? (
        <SkeletonRows />
      ) : items.length === 0 ? (
        <p className="text-small text-soft">{t('adminCharts.networks.empty')}</p>
      ) : (
        <RefusalCountTable
          label={t('adminCharts.networks.title')}
          nameHeader={t('adminCharts.networks.network')}
          rows={items.slice(0, maxShown).map(({ network, count }) => ({
            name: network ?? t('adminCharts.networks.unnamed'),
            count,
            href: network === null ? null : adminPagePaths.activity({ ...refused, network }),
          }))}
          note={isComplete ? undefined : t('adminCharts.networks.part', { lines: looked })}
        />
      )}
    </OverviewChartSection>
  )
}
