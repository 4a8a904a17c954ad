import { useLocation } from '@tanstack/react-router'
import { useNow } from '../../../api/server-synced-clock.ts'
import { LoadErrorPanel } from '../../../ui/LoadErrorPanel.tsx'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { useTranslations } from 'use-intl'
import { useMissingPermissionReason } from '../use-missing-permission-reason.ts'
import { useAdminQuery } from '../admin-query-hooks.ts'
import { NewServerSetupChecklist } from '../setup/NewServerSetupChecklist.tsx'
import { SystemHealthSection } from './SystemHealthSection.tsx'
import { AdminAlertList } from './AdminAlertList.tsx'
import { CurrentFigures, OverviewCharts } from './OverviewCharts.tsx'
import { useAdminAlerts } from './use-admin-alerts.ts'
import { parseDateRange } from './overview-date-range.ts'
import type { DateRange } from './overview-date-range.ts'
import type { AdminOverviewStatisticsResponse } from './admin-overview-statistics-response-type.ts'
import type { AdminAlert } from './format-admin-alert.ts'
import { Card } from '../../../ui/PageSection.tsx'

const pollIntervalMs = 60_000

export function AdminOverviewScreen() {
  const t = useTranslations()
  const search = useLocation({ select: ({ searchStr }) => searchStr })
  const range = parseDateRange(search, useNow())
  const { from, to } = range
  const figures = useAdminQuery('readMetrics', { query: { from, to } }, { everyMs: pollIntervalMs, keepPrevious: true })
  const alerts = useAdminAlerts()
  const failure = figures.error && (
    <LoadErrorPanel problem={figures.error.problem} onRetry={() => void figures.refetch()} />
  )
  const isNew = figures.data !== undefined && isNewServer(figures.data)
  const items = alerts.data?.items
  // Both are known before either is shown, so that nothing shifts.
  const isPending = (figures.isPending && figures.failureCount === 0) || (alerts.isPending && alerts.failureCount === 0)
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeading title={t('adminOverview.title')} />
      {!(isNew && items?.length === 0) && (
        <AdminAlertList
          items={isPending ? undefined : items}
          isPending={isPending}
          hasError={alerts.error !== null}
          isBackupMissing={figures.data?.backup.lastAt === null}
        />
      )}
      {failure}
      {figures.data && !isPending ? (
        <OverviewContent
          figures={figures.data}
          range={range}
          isOld={figures.isPlaceholderData}
          isNew={isNew}
          alerts={items ?? []}
        />
      ) : (
        !failure && <ChartsPlaceholder />
      )}
    </div>
  )
}

/** Whether only the owner signed in, on one day: next steps then say more than figures. */
const isNewServer = ({ people, signIns }: AdminOverviewStatisticsResponse): boolean =>
  people.active <= 1 && new Set(signIns.map(({ day }) => day)).size <= 1

interface OverviewContentProps {
  figures: AdminOverviewStatisticsResponse
  range: DateRange
  isOld: boolean
  isNew: boolean
  alerts: readonly AdminAlert[]
}

function OverviewContent({ figures, range, isOld, isNew, alerts }: OverviewContentProps) {
  const checklist = (
    <NewServerSetupChecklist
      dismissal={{ lacking: useMissingPermissionReason('settings.change') }}
      isBackupAlertShown={alerts.some(({ kind }) => kind === 'backup')}
      isCompact={!isNew}
    />
  )
  return (
    <div
      className={`grid grid-cols-1 gap-6 transition-opacity ${isOld ? 'opacity-60' : ''}`}
      aria-busy={isOld || undefined}
    >
      {isNew && checklist}
      {isNew && figures.applications.enabled > 0 && <CurrentFigures figures={figures} />}
      <SystemHealthSection figures={figures} range={range} />
      {!isNew && (
        <OverviewCharts figures={figures} range={range} isUnusual={alerts.some(({ kind }) => kind === 'refusals')}>
          {checklist}
        </OverviewCharts>
      )}
    </div>
  )
}

function ChartsPlaceholder() {
  const t = useTranslations()
  return (
    <div className="on-its-way grid gap-6">
      <p role="status" className="sr-only">
        {t('ui.loading')}
      </p>
      <Card className="h-32 sm:h-16">{null}</Card>
      <Card className="h-72">{null}</Card>
    </div>
  )
}
