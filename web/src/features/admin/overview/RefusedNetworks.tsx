// From which networks sign-ins were refused, and when: an attack comes from few, or from very many.
import { adminPaths } from '../../../api/admin-paths.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { useTranslations } from 'use-intl'
import { useAdminQuery } from '../queries.ts'
import { BarRows } from './BarRows.tsx'
import { ChartSection } from './ChartSection.tsx'
import { momentsOf } from './range.ts'
import type { Range } from './range.ts'

/** The rest is one link further. */
const mostShown = 10

export function RefusedNetworks({ range }: { range: Range }) {
  const t = useTranslations()
  const refused = { type: 'sign-in.refused', ...momentsOf(range) }
  const counted = useAdminQuery('groupEvents', { query: { ...refused, by: 'network' } }, { keepPrevious: true })
  if (counted.error)
    return (
      <ChartSection title={t('adminOverview.networks.title')}>
        <ErrorState problem={counted.error.problem} onRetry={() => void counted.refetch()} />
      </ChartSection>
    )
  const { items = [], looked = 0, isWhole = true } = counted.data ?? {}
  return (
    <ChartSection title={t('adminOverview.networks.title')}>
      {counted.data === undefined ? (
        <SkeletonRows />
      ) : items.length === 0 ? (
        <EmptyState title={t('adminOverview.networks.empty')} />
      ) : (
        <BarRows
          label={t('adminOverview.networks.title')}
          heads={{ name: t('adminOverview.networks.network'), count: t('adminOverview.refusals.count') }}
          range={range}
          rows={items.slice(0, mostShown).map(({ network, count, days }) => ({
            id: network ?? '',
            name: network ?? t('adminOverview.networks.unnamed'),
            count,
            days,
            href: network === null ? null : adminPaths.activity({ ...refused, network }),
          }))}
          note={isWhole ? undefined : t('adminOverview.networks.part', { lines: looked })}
        />
      )}
    </ChartSection>
  )
}
