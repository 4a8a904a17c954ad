// How many people came for the first time, per day.
import { adminPaths } from '../../../admin-paths.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Sheet } from '../../../ui/Section.tsx'
import { useTranslations } from 'use-intl'
import { AdminLink } from '../AdminLink.tsx'
import { BarChart } from './BarChart.tsx'
import { ChartSection } from './ChartSection.tsx'
import { countBySpan } from './count-by-day.ts'
import type { Figures } from './figures.ts'
import { momentsOf } from './range.ts'
import type { Range } from './range.ts'
import { useSpans } from './use-spans.ts'

export function NewPeople({ figures: { newPeople }, range }: { figures: Figures; range: Range }) {
  const t = useTranslations()
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
    <ChartSection title={t('adminOverview.newPeople.title')}>
      {newPeople.length === 0 ? (
        <EmptyState title={t('adminOverview.newPeople.empty')} />
      ) : (
        <Sheet className="px-4 pt-5 pb-2 sm:px-5">
          <BarChart
            label={t('adminOverview.newPeople.title')}
            series={[{ id: 'new', label: t('adminOverview.newPeople.series'), look: 'seal' }]}
            bars={bars}
            behind={
              <AdminLink href={adminPaths.activity({ type: 'person.created', ...momentsOf(range) })}>
                {t('adminOverview.newPeople.see')}
              </AdminLink>
            }
          />
        </Sheet>
      )}
    </ChartSection>
  )
}
