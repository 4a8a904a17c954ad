import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import { createLazyComponent } from '../../../ui/lazy-component.tsx'
import { useTranslations } from 'use-intl'
import { AdminPageLink } from '../master-detail/AdminPageLink.tsx'
import { dateRangeLengths } from './overview-date-range.ts'
import type { DateRange } from './overview-date-range.ts'

/** Loaded only for a custom range. */
const CustomDateRangeFields = createLazyComponent(
  async () => (await import('./CustomDateRangeFields.tsx')).CustomDateRangeFields,
)

const choiceClass =
  'inline-flex min-h-9 items-center rounded-control px-3 text-small text-soft transition-colors hover:bg-sunk hover:text-ink ' +
  'aria-[current]:bg-seal-tint aria-[current]:font-semibold aria-[current]:text-seal pointer-coarse:min-h-11'

export function DateRangePicker({ range }: { range: DateRange }) {
  const t = useTranslations()
  const { length, from, to } = range
  return (
    <div className="grid justify-items-start gap-2 sm:justify-items-end">
      <nav aria-label={t('adminCharts.range.title')} className="-mx-1 flex flex-wrap gap-1">
        {dateRangeLengths.map((days) => (
          <AdminPageLink
            key={days}
            href={adminPagePaths.overview(days === '30' ? {} : { days })}
            isCurrent={days === length}
            className={choiceClass}
          >
            {t('adminCharts.range.days', { days: Number(days) })}
          </AdminPageLink>
        ))}
        <AdminPageLink href={adminPagePaths.overview({ from, to })} isCurrent={length === null} className={choiceClass}>
          {t('adminCharts.range.custom')}
        </AdminPageLink>
      </nav>
      {length === null && <CustomDateRangeFields from={from} to={to} />}
    </div>
  )
}
