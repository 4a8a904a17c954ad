// How the site does: what happened in a range of days, how things stand now, and what is worth doing next.
import { useLocation } from '@tanstack/react-router'
import { useNow } from '../../../api/clock.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { useTranslations } from 'use-intl'
import { useLacking } from '../Guarded.tsx'
import { useAdminQuery } from '../queries.ts'
import { WorthDoing } from '../setup/WorthDoing.tsx'
import { Health } from './Health.tsx'
import { News } from './News.tsx'
import { RangeChoice } from './RangeChoice.tsx'
import { readRange, momentsOf } from './range.ts'
import type { Range } from './range.ts'
import { RefusedNetworks } from './RefusedNetworks.tsx'
import { Refusals } from './Refusals.tsx'
import { SignIns } from './SignIns.tsx'
import type { Figures } from './figures.ts'
import { Sheet } from '../../../ui/Section.tsx'
import { adminPaths } from '../../../api/admin-paths.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { AdminLink } from '../workbench/AdminLink.tsx'
import { BarChart } from './BarChart.tsx'
import { ChartSection } from './ChartSection.tsx'
import { countBySpan } from './count-by-day.ts'
import { useSpans } from './use-spans.ts'
import type { ReactNode } from 'react'
import { useNumber } from './use-number.ts'

/** The figures are asked for again as often. */
const watchMs = 60_000

export function OverviewScreen() {
  const t = useTranslations()
  const search = useLocation({ select: ({ searchStr }) => searchStr })
  const range = readRange(search, useNow())
  const { from, to } = range
  const figures = useAdminQuery('readFigures', { query: { from, to } }, { everyMs: watchMs, keepPrevious: true })
  const failure = figures.error && <ErrorState problem={figures.error.problem} onRetry={() => void figures.refetch()} />
  return (
    <div className="grid grid-cols-1 gap-8">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <PageHeading title={t('adminOverview.title')} />
        <RangeChoice range={range} />
      </div>
      <News />
      <WorthDoing dismissing={{ lacking: useLacking('settings.change') }} />
      {failure}
      {figures.data ? (
        <Content figures={figures.data} range={range} isOld={figures.isPlaceholderData} />
      ) : (
        !failure && <FiguresPlaceholder />
      )}
    </div>
  )
}

function Content({ figures, range, isOld }: { figures: Figures; range: Range; isOld: boolean }) {
  return (
    <div
      className={`grid grid-cols-1 gap-8 transition-opacity ${isOld ? 'opacity-60' : ''}`}
      aria-busy={isOld || undefined}
    >
      <NowFigures figures={figures} />
      <SignIns figures={figures} range={range} />
      <div className="grid gap-8 lg:grid-cols-2">
        <Refusals figures={figures} range={range} />
        <RefusedNetworks range={range} />
      </div>
      <NewPeople figures={figures} range={range} />
      <Health figures={figures} range={range} />
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
          <Sheet key={place} className="grid gap-3 px-4 py-4">
            <span className="h-4 w-1/2 rounded-control bg-sunk" />
            <span className="h-8 w-1/3 rounded-control bg-sunk" />
          </Sheet>
        ))}
      </div>
      <Sheet className="h-72">{null}</Sheet>
    </div>
  )
}

function NewPeople({ figures: { newPeople }, range }: { figures: Figures; range: Range }) {
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

function NowFigures({ figures }: { figures: Figures }) {
  const t = useTranslations()
  const number = useNumber()
  const { people, sessions, applications, groups } = figures
  return (
    <section aria-label={t('adminOverview.now.title')} className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Figure
        href={adminPaths.people({ status: 'active' })}
        label={t('adminOverview.now.people')}
        value={number(people.active)}
      >
        {people.suspended > 0 && (
          <Beside href={adminPaths.people({ status: 'suspended' })}>
            {t('adminOverview.now.suspended', { count: people.suspended })}
          </Beside>
        )}
      </Figure>
      <Figure href={adminPaths.sessions()} label={t('adminOverview.now.sessions')} value={number(sessions.live)}>
        {t('adminOverview.now.sessionsText')}
      </Figure>
      <Figure
        href={adminPaths.applications({ enabled: 'yes' })}
        label={t('adminOverview.now.applications')}
        value={number(applications.enabled)}
      >
        {applications.disabled > 0 ? (
          <Beside href={adminPaths.applications({ enabled: 'no' })}>
            {t('adminOverview.now.disabled', { count: applications.disabled })}
          </Beside>
        ) : (
          applications.enabled > 0 && t('adminOverview.now.allEnabled')
        )}
      </Figure>
      <Figure href={adminPaths.groups()} label={t('adminOverview.now.groups')} value={number(groups)}>
        {t('adminOverview.now.groupsText')}
      </Figure>
    </section>
  )
}

/** The whole card is the link; what stands below the number can have one of its own. */
function Figure({ href, label, value, children }: { href: string; label: string; value: string; children: ReactNode }) {
  return (
    <div className="relative grid content-start rounded-sheet border border-line bg-sheet px-4 py-3.5 transition-colors hover:border-edge hover:bg-sunk sm:px-5">
      <AdminLink href={href} className="grid content-start after:absolute after:inset-0 after:rounded-sheet">
        <span className="text-small text-soft">{label}</span>{' '}
        <span className="font-serif text-title tabular-nums">{value}</span>
      </AdminLink>
      <p className="min-h-[1.45em] text-caption text-soft">{children}</p>
    </div>
  )
}

function Beside({ href, children }: { href: string; children: ReactNode }) {
  return (
    <AdminLink
      href={href}
      className="relative z-10 -my-2 inline-block py-2 underline decoration-1 underline-offset-4 hover:text-ink"
    >
      {children}
    </AdminLink>
  )
}
