// Why sign-ins were refused, and when, the most frequent reason first.
import { adminPaths } from '../../../admin-paths.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { useChapter } from '../../../words/use-words.ts'
import { sayRefusal } from '../activity/say-reason.ts'
import { BarRows } from './BarRows.tsx'
import { ChartSection } from './ChartSection.tsx'
import type { Figures } from './figures.ts'
import { momentsOf } from './range.ts'
import type { Range } from './range.ts'

export function Refusals({ figures: { refusals }, range }: { figures: Figures; range: Range }) {
  const words = useChapter('adminOverview').refusals
  const reasons = useChapter('adminReasons')
  return (
    <ChartSection title={words.title}>
      {refusals.length === 0 ? (
        <EmptyState title={words.empty} />
      ) : (
        <BarRows
          label={words.title}
          heads={{ name: words.reason, count: words.count }}
          range={range}
          rows={refusals.map(({ reason, count, days }) => ({
            id: reason,
            name: sayRefusal(reasons, reason),
            count,
            days,
            href: adminPaths.activity({ type: 'sign-in.refused', reason, ...momentsOf(range) }),
          }))}
        />
      )}
    </ChartSection>
  )
}
