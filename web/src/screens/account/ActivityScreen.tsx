// What happened to the person who is signed in, the newest first, narrowed down as the address says.
import { useEffect, useRef } from 'react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { useChapter } from '../../words/use-words.ts'
import { ActivityFile } from './ActivityFile.tsx'
import { isWrongWayRound, readActivityFilter } from './activity-filter.ts'
import type { ActivityFilter } from './activity-filter.ts'
import { ActivityFilterBar } from './ActivityFilterBar.tsx'
import { ActivityList } from './ActivityList.tsx'
import { useActivity } from './use-activity.ts'

export function ActivityScreen() {
  const { title } = useChapter('account').activity
  const words = useChapter('activity')
  // Once more, because the router hands what it does not know through to the screen.
  const filter = readActivityFilter(useSearch({ from: paths.activity }))
  const navigate = useNavigate()
  const choose = (search: ActivityFilter) => navigate({ to: paths.activity, search, replace: true })
  const bar = useRef<HTMLDivElement>(null)
  // The button that was pressed goes away: whoever pressed it goes on with the first choice.
  const clear = () => {
    void choose({})
    bar.current?.querySelector('select')?.focus()
  }
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="grid gap-2">
        <PageHeading title={title} />
        <p className="max-w-[60ch] text-soft">{words.intro}</p>
      </div>
      <ActivityFilterBar ref={bar} filter={filter} onChange={choose} onClear={clear} />
      <Lines filter={filter} onClear={clear} />
      <ActivityFile filter={filter} />
    </div>
  )
}

/** The list in all its states: loading, failed, empty, and with lines. */
function Lines({ filter, onClear }: { filter: ActivityFilter; onClear: () => void }) {
  const words = useChapter('activity')
  const activity = useActivity(filter)
  const empty = isWrongWayRound(filter) ? words.wrongWay : { title: words.emptyTitle, text: words.emptyText }
  useSayFound(filter, empty.text, activity.isPlaceholderData ? undefined : activity.data?.pages)
  const failure = activity.error && <ErrorState problem={activity.error.problem} onRetry={() => activity.refetch()} />
  if (!activity.data) return failure ?? <SkeletonRows rows={6} />
  const isEmpty = activity.data.pages.every((page) => page.items.length === 0)
  return (
    <div className="grid grid-cols-1 gap-4" aria-busy={activity.isPlaceholderData || undefined}>
      {failure}
      <BeingSealed count={activity.data.pages[0]?.beingSealed ?? 0} />
      {isEmpty ? (
        <EmptyState title={empty.title}>
          <p>{empty.text}</p>
          <Button className="mt-4" onClick={onClear}>
            {words.filter.clear}
          </Button>
        </EmptyState>
      ) : (
        <ActivityList activity={activity} pages={activity.data.pages} />
      )}
    </div>
  )
}

/** What has just happened is written down, and has no place among the lines yet. */
function BeingSealed({ count }: { count: number }) {
  const words = useChapter('activity')
  return (
    <p role="status" className="text-small text-soft empty:hidden">
      {count > 0 && words.beingSealed(count)}
    </p>
  )
}

/** Says how many lines fit once another choice has been answered; not at the beginning, where nobody has chosen. */
function useSayFound(
  filter: ActivityFilter,
  nothing: string,
  pages: readonly { items: readonly unknown[] }[] | undefined,
) {
  const words = useChapter('activity')
  const announce = useAnnounce()
  const key = JSON.stringify(filter)
  const said = useRef(key)
  useEffect(() => {
    if (pages === undefined || said.current === key) return
    said.current = key
    const count = pages.reduce((sum, page) => sum + page.items.length, 0)
    announce(count === 0 ? nothing : words.shown(count))
  }, [key, pages, nothing, words, announce])
}
