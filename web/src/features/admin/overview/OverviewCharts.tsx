// Figures and charts of a server that people use. A new server has no charts.
import type { ReactNode } from 'react'
import { adminPagePaths } from '../../../api/admin-page-paths.ts'
import { Card } from '../../../ui/PageSection.tsx'
import { useTranslations } from 'use-intl'
import { AdminPageLink } from '../master-detail/AdminPageLink.tsx'
import { BarChartWithTable } from './BarChartWithTable.tsx'
import { DateRangePicker } from './DateRangePicker.tsx'
import { OverviewChartSection } from './OverviewChartSection.tsx'
import { RefusedSignInNetworksSection } from './RefusedSignInNetworksSection.tsx'
import { SignInRefusalReasonsSection } from './SignInRefusalReasonsSection.tsx'
import { SignInsChart } from './SignInsChart.tsx'
import type { AdminOverviewStatisticsResponse } from './admin-overview-statistics-response-type.ts'
import { countByChartBarPeriod } from './count-by-chart-bar-period.ts'
import { convertDateRangeToTimestamps } from './overview-date-range.ts'
import type { DateRange } from './overview-date-range.ts'
import { useLabeledChartBarPeriods } from './use-labeled-chart-bar-periods.ts'
import { useNumberFormat } from './use-number-format.ts'

interface OverviewChartsProps {
  figures: AdminOverviewStatisticsResponse
  range: DateRange
  isUnusual: boolean
  /** Between the first chart and the details. */
  children: ReactNode
}

export function OverviewCharts({ figures, range, isUnusual, children }: OverviewChartsProps) {
  return (
    <>
      <CurrentFigures figures={figures} />
      <div className="grid grid-cols-1 gap-2">
        <DateRangePicker range={range} />
        <SignInsChart figures={figures} range={range} isRefusedUnusual={isUnusual} />
      </div>
      {children}
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <SignInRefusalReasonsSection figures={figures} range={range} />
        <RefusedSignInNetworksSection range={range} />
      </div>
      <NewPeople figures={figures} range={range} />
    </>
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
    <OverviewChartSection title={t('adminCharts.newPeople.title')}>
      {newPeople.length === 0 ? (
        <p className="text-small text-soft">{t('adminCharts.newPeople.empty')}</p>
      ) : (
        <Card className="px-4 pt-3 pb-1 sm:px-5">
          <BarChartWithTable
            label={t('adminCharts.newPeople.title')}
            series={[{ id: 'new', label: t('adminCharts.newPeople.series'), look: 'seal' }]}
            bars={bars}
            listLink={
              <AdminPageLink
                href={adminPagePaths.activity({ type: 'person.created', ...convertDateRangeToTimestamps(range) })}
              >
                {t('adminCharts.newPeople.see')}
              </AdminPageLink>
            }
          />
        </Card>
      )}
    </OverviewChartSection>
  )
}

export function CurrentFigures({ figures }: { figures: AdminOverviewStatisticsResponse }) {
  const t = useTranslations()
  const number = useNumberFormat()
  const { people, sessions, applications, groups } = figures
  return (
    <section
      aria-label={t('adminCharts.now.title')}
      className="grid grid-cols-2 gap-px overflow-hidden rounded-sheet border border-line bg-line md:grid-cols-4"
    >
      <FigureCard
        href={adminPagePaths.people({ status: 'active' })}
        label={t('adminCharts.now.people')}
        value={number(people.active)}
      >
        {people.suspended > 0 && (
          <FigureCardLink href={adminPagePaths.people({ status: 'suspended' })}>
            {t('adminCharts.now.suspended', { count: people.suspended })}
          </FigureCardLink>
        )}
      </FigureCard>
      <FigureCard
        href={adminPagePaths.sessions()}
        label={t('adminCharts.now.sessions')}
        value={number(sessions.live)}
      />
      <FigureCard
        href={adminPagePaths.applications({ enabled: 'yes' })}
        label={t('adminCharts.now.applications')}
        value={number(applications.enabled)}
      >
        {applications.disabled > 0 && (
          <FigureCardLink href={adminPagePaths.applications({ enabled: 'no' })}>
            {t('adminCharts.now.disabled', { count: applications.disabled })}
          </FigureCardLink>
        )}
      </FigureCard>
      <FigureCard href={adminPagePaths.groups()} label={t('adminCharts.now.groups')} value={number(groups)} />
    </section>
  )
}

interface FigureCardProps {
  href: string
  label: string
  value: string
  children?: ReactNode
}

function FigureCard({ href, label, value, children }: FigureCardProps) {
  return (
    <div className="relative flex flex-wrap content-start items-end justify-between gap-x-2.5 bg-sheet px-4 py-2 transition-colors hover:bg-sunk sm:px-5">
      <AdminPageLink
        href={href}
        className="grid min-h-6 after:absolute after:inset-0 focus-visible:outline-offset-[-2px]"
      >
        <span className="row-start-2 text-small text-soft">{label}</span>{' '}
        <span className="row-start-1 font-serif text-lead tabular-nums">{value}</span>
      </AdminPageLink>
      {children !== undefined && <p className="text-caption text-soft">{children}</p>}
    </div>
  )
}

function FigureCardLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <AdminPageLink
      href={href}
      className="relative z-10 inline-flex min-h-6 items-center underline decoration-1 underline-offset-4 hover:text-ink"
    >
      {children}
    </AdminPageLink>
  )
}
