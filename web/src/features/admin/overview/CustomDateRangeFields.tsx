import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import { useNow } from '../../../api/server-synced-clock.ts'
import { DateField } from '../../../ui/DateField.tsx'
import { useTranslations } from 'use-intl'
import { useAdminNavigate } from '../master-detail/admin-url-state.ts'
import { createLastDaysRange } from './overview-date-range.ts'

export function CustomDateRangeFields({ from, to }: { from: string; to: string }) {
  const t = useTranslations()
  const go = useAdminNavigate()
  const today = createLastDaysRange(1, useNow()).to
  const show = (changed: { from?: string; to?: string }) => {
    const next = { from, to, ...changed }
    if (next.from !== '' && next.to !== '') go(adminPagePaths.overview(next), { replace: true })
  }
  return (
    <div className="grid gap-1">
      <div className="grid grid-cols-2 gap-3">
        <DateField label={t('adminCharts.range.from')} value={from} max={to} onChange={(day) => show({ from: day })} />
        <DateField
          label={t('adminCharts.range.to')}
          value={to}
          min={from}
          max={today}
          onChange={(day) => show({ to: day })}
        />
      </div>
      <p className="text-caption text-soft">{t('adminCharts.range.utc')}</p>
    </div>
  )
}
