// How many people came for the first time, per day.
import { adminPaths } from '../../../admin-paths.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Sheet } from '../../../ui/Section.tsx'
import { useChapter } from '../../../words/use-words.ts'
import { AdminLink } from '../AdminLink.tsx'
import { BarChart } from './BarChart.tsx'
import { ChartSection } from './ChartSection.tsx'
import { countBySpan } from './count-by-day.ts'
import type { Figures } from './figures.ts'
import { momentsOf } from './range.ts'
import type { Range } from './range.ts'
import { useSpans } from './use-spans.ts'

export function NewPeople({ figures: { newPeople }, range }: { figures: Figures; range: Range }) {
  const words = useChapter('adminOverview').newPeople
  const spans = useSpans(range)
  const counts = countBySpan(spans, newPeople)
  const bars = spans.map((span, place) => ({
    id: span.from,
    label: span.label,
    short: span.short,
    isOpen: span.isOpen,
    values: [counts[place] ?? 0],
    href: adminPaths.activity({ type: 'person.created', ...momentsOf(span) }),
  }))
  return (
    <ChartSection title={words.title}>
      {newPeople.length === 0 ? (
        <EmptyState title={words.empty} />
      ) : (
        <Sheet className="px-4 pt-5 pb-2 sm:px-5">
          <BarChart
            label={words.title}
            series={[{ id: 'new', label: words.series, look: 'seal' }]}
            bars={bars}
            behind={
              <AdminLink href={adminPaths.activity({ type: 'person.created', ...momentsOf(range) })}>
                {words.see}
              </AdminLink>
            }
          />
        </Sheet>
      )}
    </ChartSection>
  )
}
