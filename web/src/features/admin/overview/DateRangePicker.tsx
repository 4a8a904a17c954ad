import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import { useNow } from '../../../api/server-synced-clock.ts'
import { DateField } from '../../../ui/DateField.tsx'
import { useTranslations } from 'use-intl'
import { AdminPageLink } from '../master-detail/AdminPageLink.tsx'
import { useAdminNavigate } from '../master-detail/admin-url-state.ts'
import { createLastDaysRange, dateRangeLengths } from './overview-date-range.ts'
import type { DateRange } from './overview-date-range.ts'

const choiceClass =
  'inline-flex min-h-9 items-center rounded-control px-3 text-small text-soft transition-colors hover:bg-sunk hover:text-ink ' +
  'aria-[current]:bg-seal-tint aria-[current]:font-semibold aria-[current]:text-seal pointer-coarse:min-h-11'

export function DateRangePicker({ range }: { range: DateRange }) {
  const t = useTranslations()
  const go = useAdminNavigate()
  const today = createLastDaysRange(1, useNow()).to
  const { length, from, to } = range
  const show = (changed: { from?: string; to?: string }) => {
    const next = { from, to, ...changed }
    if (next.from !== '' && next.to !== '') go(adminPagePaths.overview(next), { replace: true })
  }
  return (
    <div className="grid justify-items-start gap-2 sm:justify-items-end">
      <nav aria-label={t('adminOverview.range.title')} className="-mx-1 flex flex-wrap gap-1">
        {dateRangeLengths.map((days) => (
          <AdminPageLink
            key={days}
            href={adminPagePaths.overview(days === '30' ? {} : { days })}
            isCurrent={days === length}
            className={choiceClass}
          >
            {t('adminOverview.range.days', { days: Number(days) })}
          </AdminPageLink>
        ))}
        <AdminPageLink href={adminPagePaths.overview({ from, to })} isCurrent={length === null} className={choiceClass}>
          {t('adminOverview.range.custom')}
        </AdminPageLink>
      </nav>
      {length === null && (
        <div className="grid gap-1">
          <div className="grid grid-cols-2 gap-3">
            <DateField
              label={t('adminOverview.range.from')}
              value={from}
              max={to}
              onChange={(day) => show({ from: day })}
            />
            <DateField
              label={t('adminOverview.range.to')}
              value={to}
              min={from}
              max={today}
              onChange={(day) => show({ to: day })}
            />
          </div>
          <p className="text-caption text-soft">{t('adminOverview.range.utc')}</p>
        </div>
      )}
    </div>
  )
}
