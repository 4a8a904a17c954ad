// From which networks sign-ins were refused, and when: an attack comes from few, or from very many.
import { adminPaths } from '../../../admin-paths.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { useChapter } from '../../../words/use-words.ts'
import { useAdminQuery } from '../queries.ts'
import { BarRows } from './BarRows.tsx'
import { ChartSection } from './ChartSection.tsx'
import { momentsOf } from './range.ts'
import type { Range } from './range.ts'
import { useNumber } from './use-number.ts'

/** The rest is one link further. */
const mostShown = 10

export function RefusedNetworks({ range }: { range: Range }) {
  const { networks: words, refusals } = useChapter('adminOverview')
  const number = useNumber()
  const refused = { type: 'sign-in.refused', ...momentsOf(range) }
  const counted = useAdminQuery('groupEvents', { query: { ...refused, by: 'network' } }, { keepPrevious: true })
  if (counted.error)
    return (
      <ChartSection title={words.title}>
        <ErrorState problem={counted.error.problem} onRetry={() => void counted.refetch()} />
      </ChartSection>
    )
  const { items = [], looked = 0, isWhole = true } = counted.data ?? {}
  return (
    <ChartSection title={words.title}>
      {counted.data === undefined ? (
        <SkeletonRows />
      ) : items.length === 0 ? (
        <EmptyState title={words.empty} />
      ) : (
        <BarRows
          label={words.title}
          heads={{ name: words.network, count: refusals.count }}
          range={range}
          rows={items.slice(0, mostShown).map(({ network, count, days }) => ({
            id: network ?? '',
            name: network ?? words.unnamed,
            count,
            days,
            href: network === null ? null : adminPaths.activity({ ...refused, network }),
          }))}
          note={isWhole ? undefined : words.part(number(looked))}
        />
      )}
    </ChartSection>
  )
}
