// The activity of all: watched, narrowed down as the address says, taken as a file, and checked.
import { useState } from 'react'
import { useLanguage } from '../../../i18n/use-language.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { numberFormat } from '../../../ui/formats.ts'
import { useTranslations } from 'use-intl'
import { AdminLink } from '../workbench/AdminLink.tsx'
import { AdminList } from '../AdminList.tsx'
import { useView } from '../workbench/use-address.ts'
import { ListHead } from '../workbench/ListHead.tsx'
import { ActivityFile } from './ActivityFile.tsx'
import { ActivityFilters } from './ActivityFilters.tsx'
import type { ActivityListProps } from './activity-list-props.ts'
import {
  addressOfNamed,
  addressOfView,
  groupings,
  namedViews,
  nameOfView,
  readSearch,
  screenForms,
  searchOf,
} from './activity-view.ts'
import type { ActivityView, GroupedBy, NamedView } from './activity-view.ts'
import { ChainCheck } from './ChainCheck.tsx'
import { GroupedEvents } from './GroupedEvents.tsx'
import { sayActor } from './say-event.ts'
import { useEventColumns } from './use-event-columns.tsx'
import { useLiveEvents } from './use-live-events.ts'

export function ActivityScreen() {
  const t = useTranslations()
  const { view: shown, choose, clear, search, open } = useView(screenForms)
  const { by, ...view } = shown
  const list = {
    view,
    choose,
    saved: { list: 'activity', search, onOpen: open },
    isNarrow: Object.keys(view).length > 0,
    filterCount: Object.keys(view).length,
    onClear: clear,
    search: {
      hint: t('adminActivity.search'),
      value: searchOf(view),
      onSearch: (text: string) => choose(readSearch(text)),
    },
    views: (
      <div className="scrolls-sideways -mx-1 flex justify-between gap-x-6 overflow-x-auto px-1">
        <NamedViews view={view} />
        <Groupings view={view} by={by} />
      </div>
    ),
  } as const
  return (
    <div className="grid grid-cols-1 gap-3">
      {by === undefined ? <Lines {...list} /> : <GroupedEvents {...list} by={by} />}
      <ActivityFile view={view} />
      <ChainCheck />
    </div>
  )
}

/** One by one, as they come. */
function Lines({ view, choose, views, isNarrow, ...list }: ActivityListProps) {
  const t = useTranslations()
  const [isLive, setIsLive] = useState(true)
  const { query, newCount, newSince, isFailing } = useLiveEvents(view, isLive)
  const done = query.data?.pages
    .flatMap(({ items }) => items)
    .find(({ actor }) => 'id' in actor && actor.id === view.actor)
  const { locale } = useLanguage()
  const waiting = query.data?.pages[0]?.beingSealed ?? 0
  const columns = useEventColumns(newCount > 0 ? newSince : null)
  return (
    <>
      <ListHead title={t('adminActivity.title')} about={t('adminActivity.intro')}>
        <div className="flex items-center gap-3">
          <p className="hidden text-caption text-soft sm:block">
            {isFailing
              ? t('adminActivity.live.failed')
              : isLive
                ? t('adminActivity.live.on')
                : t('adminActivity.live.off')}{' '}
            {newCount > 0 && (
              <strong className="font-semibold text-ink">{t('adminActivity.live.more', { count: newCount })}</strong>
            )}{' '}
            {waiting > 0 && t('adminActivity.live.beingSealed', { count: numberFormat(locale).format(waiting) })}
          </p>
          <Button small aria-pressed={!isLive} onClick={() => setIsLive(!isLive)}>
            {isLive ? t('adminActivity.live.pause') : t('adminActivity.live.resume')}
          </Button>
        </div>
      </ListHead>
      {views}
      <AdminList
        {...list}
        label={t('adminActivity.list')}
        query={query}
        columns={columns}
        keyOf={({ sequence }) => String(sequence)}
        filters={
          <ActivityFilters
            view={view}
            choose={choose}
            actorName={done ? sayActor(t, { ...done, person: null }) : null}
          />
        }
        isNarrow={isNarrow && !query.hasNextPage}
        empty={
          query.hasNextPage ? (
            <EmptyMore onMore={() => void query.fetchNextPage()} isBusy={query.isFetchingNextPage} />
          ) : (
            <EmptyState title={t('adminActivity.emptyTitle')}>{t('adminActivity.emptyText')}</EmptyState>
          )
        }
      />
    </>
  )
}

/** Where what is asked for is rare, a page can be empty and there is more all the same. */
function EmptyMore({ onMore, isBusy }: { onMore: () => void; isBusy: boolean }) {
  const t = useTranslations()
  return (
    <EmptyState title={t('adminActivity.event.nothing')}>
      <div className="grid justify-items-center gap-3">
        <p>{t('adminActivity.older')}</p>
        <MoreButton onMore={onMore} isBusy={isBusy} />
      </div>
    </EmptyState>
  )
}

function MoreButton({ onMore, isBusy }: { onMore: () => void; isBusy: boolean }) {
  const t = useTranslations()
  return (
    <Button busyLabel={isBusy ? t('adminActivity.file.collecting') : undefined} onClick={onMore}>
      {t('adminActivity.showOlder')}
    </Button>
  )
}

const choice =
  'inline-flex min-h-8 items-center rounded-control px-3 text-small whitespace-nowrap text-soft transition-colors hover:bg-sunk hover:text-ink ' +
  'aria-[current]:bg-seal-tint aria-[current]:font-semibold aria-[current]:text-seal pointer-coarse:min-h-11'

function NamedViews({ view }: { view: ActivityView }) {
  const t = useTranslations()
  const shown = nameOfView(view)
  return (
    <nav aria-label={t('adminActivity.views.title')} className="flex shrink-0 gap-1">
      {(Object.keys(namedViews) as NamedView[]).map((name) => (
        <AdminLink key={name} href={addressOfNamed(view, name)} isCurrent={name === shown} className={choice}>
          {t(`adminActivity.views.${name}`)}
        </AdminLink>
      ))}
    </nav>
  )
}

/** Line by line, or counted by what they have in common; the filter stays. */
function Groupings({ view, by }: { view: ActivityView; by: GroupedBy | undefined }) {
  const t = useTranslations()
  return (
    <nav aria-label={t('adminActivity.by.title')} className="flex shrink-0 gap-1">
      <AdminLink href={addressOfView(view)} isCurrent={by === undefined} className={choice}>
        {t('adminActivity.by.lines')}
      </AdminLink>
      {groupings.map((name) => (
        <AdminLink key={name} href={addressOfView({ ...view, by: name })} isCurrent={by === name} className={choice}>
          {t(`adminActivity.by.${name}`)}
        </AdminLink>
      ))}
    </nav>
  )
}
