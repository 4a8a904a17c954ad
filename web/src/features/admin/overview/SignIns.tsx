// Sign-ins per day, by the way in which somebody signed in, and those that were refused.
import { adminPaths } from '../../../api/admin-paths.ts'
import type { BarSeries } from '../../../ui/charts/bars.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Sheet } from '../../../ui/Section.tsx'
import { useTranslations } from 'use-intl'
import { AdminLink } from '../workbench/AdminLink.tsx'
import { BarChart } from './BarChart.tsx'
import { ChartSection } from './ChartSection.tsx'
import { countBySpan } from './count-by-day.ts'
import type { Figures } from './figures.ts'
import { momentsOf } from './range.ts'
import type { Range } from './range.ts'
import { useSpans } from './use-spans.ts'

/** The lines of the activity that are counted here. */
const types = 'session.started,sign-in.refused'

const parts = [
  { id: 'key', look: 'seal' },
  { id: 'contract', look: 'soft' },
  { id: 'passkey', look: 'ink' },
  { id: 'refused', look: 'red' },
] as const

/** A key is a key: the filters of the activity tell the chain families apart. */
const seriesOf = (way: Figures['signIns'][number]['way']) => (way === 'solana' || way === 'bitcoin' ? 'key' : way)

export function SignIns({ figures: { signIns, people }, range }: { figures: Figures; range: Range }) {
  const t = useTranslations()
  const spans = useSpans(range)
  const countOf = (id: (typeof parts)[number]['id']) =>
    countBySpan(
      spans,
      signIns.filter(({ way, outcome }) =>
        id === 'refused' ? outcome === 'refused' : outcome === 'success' && seriesOf(way) === id,
      ),
    )
  const refusedHref = adminPaths.activity({ type: 'sign-in.refused', ...momentsOf(range) })
  const series: BarSeries[] = parts.map(({ id, look }) => ({
    id,
    look,
    label: t(`adminOverview.signIns.series.${id}`),
    ...(id === 'refused' && { href: refusedHref, isBeside: true }),
  }))
  const counts = parts.map(({ id }) => countOf(id))
  const bars = spans.map((span, place) => ({
    id: span.from,
    label: span.label,
    short: span.short,
    isOpen: span.isOpen,
    values: counts.map((count) => count[place] ?? 0),
    href: adminPaths.activity({ type: types, ...momentsOf(span) }),
  }))
  const total = signIns.reduce((sum, { count, outcome }) => (outcome === 'success' ? sum + count : sum), 0)
  return (
    <ChartSection
      title={t('adminOverview.signIns.title')}
      aside={
        total > 0 ? (
          <AdminLink href={adminPaths.activity({ type: 'session.started', ...momentsOf(range) })}>
            {t('adminOverview.signIns.total', { count: total })}
          </AdminLink>
        ) : undefined
      }
    >
      {signIns.length > 0 ? (
        <Sheet className="px-4 pt-5 pb-2 sm:px-5">
          <BarChart
            label={t('adminOverview.signIns.title')}
            series={series}
            bars={bars}
            behind={
              <AdminLink href={adminPaths.activity({ type: types, ...momentsOf(range) })}>
                {t('adminOverview.signIns.see')}
              </AdminLink>
            }
          />
        </Sheet>
      ) : people.active > 1 ? (
        <EmptyState title={t('adminOverview.signIns.emptyRange')} />
      ) : (
        <EmptyState title={t('adminOverview.signIns.emptyTitle')}>
          <p>{t('adminOverview.signIns.emptyText')}</p>
          <ButtonLink href={adminPaths.newApplication} className="mt-4">
            {t('adminOverview.signIns.connect')}
          </ButtonLink>
        </EmptyState>
      )}
    </ChartSection>
  )
}
