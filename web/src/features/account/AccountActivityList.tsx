// For speed, days far outside the viewport are not laid out.
import { useEffect, useId, useMemo, useRef } from 'react'
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { useAnnounce } from '../../ui/ScreenReaderAnnouncer.tsx'
import { Button } from '../../ui/Button.tsx'
import { useNow } from '../../api/server-synced-clock.ts'
import { Card } from '../../ui/PageSection.tsx'
import { usePageLanguage } from '../../i18n/page-language-context.ts'
import { useTranslations } from 'use-intl'
import { AccountActivityListRow } from './AccountActivityListRow.tsx'
import { countCalendarDaysBetween, groupActivityByDay } from './group-activity-by-day.ts'
import type { ActivityDayGroup } from './group-activity-by-day.ts'
import { getDateFormat } from '../../ui/memoized-intl-formats.ts'

type Page = ApiEndpointOutput<'listActivity'>
type Event = Page['items'][number]

const firstScreenEvents = 12

const countEvents = (days: readonly ActivityDayGroup<Event>[]): number =>
  days.reduce((sum, { items }) => sum + items.length, 0)

interface ActivityListProps {
  pages: readonly Page[]
  activity: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
}

export function AccountActivityList({ pages, activity }: ActivityListProps) {
  const t = useTranslations()
  const days = useMemo(() => groupActivityByDay(pages.flatMap((page) => page.items)), [pages])
  useAnnounceMoreEvents(pages)
  return (
    <>
      {days.map((day, place) => (
        <ActivityDay key={day.startMs} day={day} isFar={countEvents(days.slice(0, place)) > firstScreenEvents} />
      ))}
      {activity.hasNextPage && (
        <Button
          className="justify-self-start"
          busyLabel={activity.isFetchingNextPage ? t('ui.loading') : undefined}
          onClick={() => activity.fetchNextPage()}
        >
          {t('ui.showMore')}
        </Button>
      )}
    </>
  )
}

function ActivityDay({ day, isFar }: { day: ActivityDayGroup<Event>; isFar: boolean }) {
  const { locale } = usePageLanguage()
  const t = useTranslations()
  const now = useNow()
  const heading = useId()
  const timeOf = getDateFormat(locale, { timeStyle: 'short' })
  const before = countCalendarDaysBetween(day.startMs, now)
  const date = getDateFormat(locale, { dateStyle: 'full' }).format(day.startMs)
  return (
    <section
      aria-labelledby={heading}
      className={`grid gap-2 ${isFar ? '[content-visibility:auto]' : ''}`}
      style={isFar ? { containIntrinsicSize: `auto ${44 + day.items.length * 70}px` } : undefined}
    >
      <h2 id={heading} className="pt-2 font-sans text-small font-semibold text-soft">
        {before === 0 || before === 1
          ? `${before === 0 ? t('activity.today') : t('activity.yesterday')} · ${date}`
          : date}
      </h2>
      <Card>
        <ul aria-labelledby={heading} className="divide-y divide-line">
          {day.items.map((event) => (
            <AccountActivityListRow key={event.sequence} event={event} time={timeOf.format(Date.parse(event.at))} />
          ))}
        </ul>
      </Card>
    </section>
  )
}

function useAnnounceMoreEvents(pages: readonly Page[]) {
  const t = useTranslations()
  const announce = useAnnounce()
  const said = useRef(pages.length)
  useEffect(() => {
    const hasMore = pages.length > said.current
    said.current = pages.length
    if (hasMore) announce(t('activity.shown', { count: pages.reduce((sum, page) => sum + page.items.length, 0) }))
  }, [pages, t, announce])
}
