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
import { DateRangePicker } from './DateRangePicker.tsx'
import { parseDateRange, convertDateRangeToTimestamps } from './overview-date-range.ts'
import type { DateRange } from './overview-date-range.ts'
import { RefusedSignInNetworksSection } from './RefusedSignInNetworksSection.tsx'
import { SignInRefusalReasonsSection } from './SignInRefusalReasonsSection.tsx'
import { SignInsChart } from './SignInsChart.tsx'
import type { AdminOverviewStatisticsResponse } from './admin-overview-statistics-response-type.ts'
import { Card } from '../../../ui/PageSection.tsx'
import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import { EmptyListPanel } from '../../../ui/EmptyListPanel.tsx'
import { AdminPageLink } from '../master-detail/AdminPageLink.tsx'
import { BarChartWithTable } from './BarChartWithTable.tsx'
import { OverviewChartSection } from './OverviewChartSection.tsx'
import { countByChartBarPeriod } from './count-by-chart-bar-period.ts'
import { useLabeledChartBarPeriods } from './use-labeled-chart-bar-periods.ts'
import type { ReactNode } from 'react'
import { useNumberFormat } from './use-number-format.ts'

const pollIntervalMs = 60_000

export function AdminOverviewScreen() {
  const t = useTranslations()
  const search = useLocation({ select: ({ searchStr }) => searchStr })
  const range = parseDateRange(search, useNow())
  const { from, to } = range
  const figures = useAdminQuery('readMetrics', { query: { from, to } }, { everyMs: pollIntervalMs, keepPrevious: true })
  const failure = figures.error && (
    <LoadErrorPanel problem={figures.error.problem} onRetry={() => void figures.refetch()} />
  )
  return (
    <div className="grid grid-cols-1 gap-8">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <PageHeading title={t('adminOverview.title')} />
        <DateRangePicker range={range} />
      </div>
      <AdminAlertList />
      <NewServerSetupChecklist dismissal={{ lacking: useMissingPermissionReason('settings.change') }} />
      {failure}
      {figures.data ? (
        <OverviewContent figures={figures.data} range={range} isOld={figures.isPlaceholderData} />
      ) : (
        !failure && <FiguresPlaceholder />
      )}
    </div>
  )
}

function OverviewContent({
  figures,
  range,
  isOld,
}: {
  figures: AdminOverviewStatisticsResponse
  range: DateRange
  isOld: boolean
}) {
  return (
    <div
      className={`grid grid-cols-1 gap-8 transition-opacity ${isOld ? 'opacity-60' : ''}`}
      aria-busy={isOld || undefined}
    >
      <CurrentFigures figures={figures} />
      <SignInsChart figures={figures} range={range} />
      <div className="grid gap-8 lg:grid-cols-2">
        <SignInRefusalReasonsSection figures={figures} range={range} />
        <RefusedSignInNetworksSection range={range} />
      </div>
      <NewPeople figures={figures} range={range} />
      <SystemHealthSection figures={figures} range={range} />
    </div>
  )
}

function FiguresPlaceholder() {
  const t = useTranslations()
  return (
    <div className="on-its-way grid gap-8">
      <p role="status" className="sr-only">
        {t('ui.loading')}
      </p>
      <div aria-hidden="true" className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {[0, 1, 2, 3].map((place) => (
          <Card key={place} className="grid gap-3 px-4 py-4">
            <span className="h-4 w-1/2 rounded-control bg-sunk" />
            <span className="h-8 w-1/3 rounded-control bg-sunk" />
          </Card>
        ))}
      </div>
      <Card className="h-72">{null}</Card>
    </div>
  )
}

function NewPeople({ figures: { newPeople }, range }: { figures: AdminOverviewStatisticsResponse; range: DateRange }) {
  const t = useTranslations()
  const spans = useLabeledChartBarPeriods(range)
  const counts = countByChartBarPeriod(spans, newPeople)
  const bars = spans.map((span, place) => ({
    id: span.from,
    label: span.label,
    shortLabel: span.shortLabel,
    isIncomplete: span.isIncomplete,
    values: [counts[place] ?? 0],
    href: adminPagePaths.activity({ type: 'person.created', ...convertDateRangeToTimestamps(span) }),
  }))
  return (
    <OverviewChartSection title={t('adminOverview.newPeople.title')}>
      {newPeople.length === 0 ? (
        <EmptyListPanel title={t('adminOverview.newPeople.empty')} />
      ) : (
        <Card className="px-4 pt-5 pb-2 sm:px-5">
          <BarChartWithTable
            label={t('adminOverview.newPeople.title')}
            series={[{ id: 'new', label: t('adminOverview.newPeople.series'), look: 'seal' }]}
            bars={bars}
            listLink={
              <AdminPageLink
                href={adminPagePaths.activity({ type: 'person.created', ...convertDateRangeToTimestamps(range) })}
              >
                {t('adminOverview.newPeople.see')}
              </AdminPageLink>
            }
          />
        </Card>
      )}
    </OverviewChartSection>
  )
}

function CurrentFigures({ figures }: { figures: AdminOverviewStatisticsResponse }) {
  const t = useTranslations()
  const number = useNumberFormat()
  const { people, sessions, applications, groups } = figures
  return (
    <section aria-label={t('adminOverview.now.title')} className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <FigureCard
        href={adminPagePaths.people({ status: 'active' })}
        label={t('adminOverview.now.people')}
        value={number(people.active)}
      >
        {people.suspended > 0 && (
          <FigureCardLink href={adminPagePaths.people({ status: 'suspended' })}>
            {t('adminOverview.now.suspended', { count: people.suspended })}
          </FigureCardLink>
        )}
      </FigureCard>
      <FigureCard
        href={adminPagePaths.sessions()}
        label={t('adminOverview.now.sessions')}
        value={number(sessions.live)}
      >
        {t('adminOverview.now.sessionsText')}
      </FigureCard>
      <FigureCard
        href={adminPagePaths.applications({ enabled: 'yes' })}
        label={t('adminOverview.now.applications')}
        value={number(applications.enabled)}
      >
        {applications.disabled > 0 ? (
          <FigureCardLink href={adminPagePaths.applications({ enabled: 'no' })}>
            {t('adminOverview.now.disabled', { count: applications.disabled })}
          </FigureCardLink>
        ) : (
          applications.enabled > 0 && t('adminOverview.now.allEnabled')
        )}
      </FigureCard>
      <FigureCard href={adminPagePaths.groups()} label={t('adminOverview.now.groups')} value={number(groups)}>
        {t('adminOverview.now.groupsText')}
      </FigureCard>
    </section>
  )
}

function FigureCard({
  href,
  label,
  value,
  children,
}: {
  href: string
  label: string
  value: string
  children: ReactNode
}) {
  return (
    <div className="relative grid content-start rounded-sheet border border-line bg-sheet px-4 py-3.5 transition-colors hover:border-edge hover:bg-sunk sm:px-5">
      <AdminPageLink href={href} className="grid content-start after:absolute after:inset-0 after:rounded-sheet">
        <span className="text-small text-soft">{label}</span>{' '}
        <span className="font-serif text-title tabular-nums">{value}</span>
      </AdminPageLink>
      <p className="min-h-[1.45em] text-caption text-soft">{children}</p>
    </div>
  )
}

function FigureCardLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <AdminPageLink
      href={href}
      className="relative z-10 -my-2 inline-block py-2 underline decoration-1 underline-offset-4 hover:text-ink"
    >
      {children}
    </AdminPageLink>
  )
}
