// Why sign-ins were refused, and when, the most frequent reason first.
import { adminPaths } from '../../../api/admin-paths.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { useTranslations } from 'use-intl'
import { sayRefusal } from '../activity/say-reason.ts'
import { BarRows } from './BarRows.tsx'
import { ChartSection } from './ChartSection.tsx'
import type { Figures } from './figures.ts'
import { momentsOf } from './range.ts'
import type { Range } from './range.ts'

export function Refusals({ figures: { refusals }, range }: { figures: Figures; range: Range }) {
  const t = useTranslations()
  return (
    <ChartSection title={t('adminOverview.refusals.title')}>
      {refusals.length === 0 ? (
        <EmptyState title={t('adminOverview.refusals.empty')} />
      ) : (
        <BarRows
          label={t('adminOverview.refusals.title')}
          heads={{ name: t('adminOverview.refusals.reason'), count: t('adminOverview.refusals.count') }}
          range={range}
          rows={refusals.map(({ reason, count, days }) => ({
            id: reason,
            name: sayRefusal(t, reason),
            count,
            days,
            href: adminPaths.activity({ type: 'sign-in.refused', reason, ...momentsOf(range) }),
          }))}
        />
      )}
    </ChartSection>
  )
}
