import { useEffect, useId, useRef, useState } from 'react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { frontEndPagePaths } from '../../api/front-end-page-paths.ts'
import { useAnnounce } from '../../ui/ScreenReaderAnnouncer.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyListPanel } from '../../ui/EmptyListPanel.tsx'
import { LoadErrorPanel } from '../../ui/LoadErrorPanel.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { useTranslations } from 'use-intl'
import { AccountActivityExportSection } from './AccountActivityExportSection.tsx'
import {
  isReversedDateRange,
  parseAccountActivityFilter,
  accountActivityOutcomes,
  updateAccountActivityFilter,
  toAccountActivityApiQuery,
} from './account-activity-filter.ts'
import type { AccountActivityFilter } from './account-activity-filter.ts'
import { AccountActivityList } from './AccountActivityList.tsx'
import type { Ref } from 'react'
import { activityCategories } from '@countersign/api/activity-event-types'
import { SelectField } from '../../ui/SelectField.tsx'
import { DateField } from '../../ui/DateField.tsx'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { unwrapApiResult } from '../../api/query-client.ts'
import { callApi } from '../../api/api-client.ts'

export function AccountActivityScreen() {
  const t = useTranslations()
  // Parsed again, because the router passes unknown values through.
  const filter = parseAccountActivityFilter(useSearch({ from: frontEndPagePaths.activity }))
  const navigate = useNavigate()
  const choose = (search: AccountActivityFilter) => navigate({ to: frontEndPagePaths.activity, search, replace: true })
  const bar = useRef<HTMLDivElement>(null)
  const clear = () => {
    void choose({})
    bar.current?.querySelector('button')?.focus()
  }
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="grid gap-2">
        <PageHeading title={t('account.activity.title')} />
        <p className="max-w-[60ch] text-soft">{t('activity.intro')}</p>
      </div>
      <ActivityFilterBar ref={bar} filter={filter} onChange={choose} onClear={clear} />
      <ActivityResults filter={filter} onClear={clear} />
      <AccountActivityExportSection filter={filter} />
    </div>
  )
}

function ActivityResults({ filter, onClear }: { filter: AccountActivityFilter; onClear: () => void }) {
  const t = useTranslations()
  const activity = useActivityQuery(filter)
  const empty = isReversedDateRange(filter)
    ? { title: t('activity.wrongWay.title'), text: t('activity.wrongWay.text') }
    : { title: t('activity.emptyTitle'), text: t('activity.emptyText') }
  useAnnounceMatchCount(filter, empty.text, activity.isPlaceholderData ? undefined : activity.data?.pages)
  const failure = activity.error && (
    <LoadErrorPanel problem={activity.error.problem} onRetry={() => activity.refetch()} />
  )
  if (!activity.data) return failure ?? <SkeletonRows rows={6} />
  const isEmpty = activity.data.pages.every((page) => page.items.length === 0)
  return (
    <div className="grid grid-cols-1 gap-4" aria-busy={activity.isPlaceholderData || undefined}>
      {failure}
      <PendingEventsNotice count={activity.data.pages[0]?.beingSequenced ?? 0} />
      {isEmpty ? (
        <EmptyListPanel title={empty.title}>
          <p>{empty.text}</p>
          <Button className="mt-4" onClick={onClear}>
            {t('activity.filter.clear')}
          </Button>
        </EmptyListPanel>
      ) : (
        <AccountActivityList activity={activity} pages={activity.data.pages} />
      )}
    </div>
  )
}

function PendingEventsNotice({ count }: { count: number }) {
  const t = useTranslations()
  return (
    <p role="status" className="text-small text-soft empty:hidden">
      {count > 0 && t('activity.beingSequenced', { count })}
    </p>
  )
}

function useAnnounceMatchCount(
  filter: AccountActivityFilter,
  nothing: string,
  pages: readonly { items: readonly unknown[] }[] | undefined,
) {
  const t = useTranslations()
  const announce = useAnnounce()
  const key = JSON.stringify(filter)
  const said = useRef(key)
  useEffect(() => {
    if (pages === undefined || said.current === key) return
    said.current = key
    const count = pages.reduce((sum, page) => sum + page.items.length, 0)
    announce(count === 0 ? nothing : t('activity.shown', { count }))
  }, [key, pages, nothing, t, announce])
}

interface ActivityFilterBarProps {
  filter: AccountActivityFilter
  onChange: (filter: AccountActivityFilter) => void
  onClear: () => void
  ref: Ref<HTMLDivElement>
}

function ActivityFilterBar({ filter, onChange, onClear, ref }: ActivityFilterBarProps) {
  const t = useTranslations()
  const choose = (choice: Parameters<typeof updateAccountActivityFilter>[1]) =>
    onChange(updateAccountActivityFilter(filter, choice))
  const isNarrow = Object.keys(filter).length > 0
  const [isOpen, setIsOpen] = useState(isNarrow)
  const fields = useId()
  return (
    <div ref={ref} role="search" aria-label={t('activity.filter.title')} className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        <Button small aria-expanded={isOpen} aria-controls={fields} onClick={() => setIsOpen(!isOpen)}>
          {t('activity.filter.title')}
        </Button>
        {isNarrow && (
          <Button look="bare" small onClick={onClear}>
            {t('activity.filter.clear')}
          </Button>
        )}
      </div>
      <div id={fields} hidden={!isOpen} className="grid grid-cols-2 gap-3 lg:grid-cols-[3fr_2fr_2fr_2fr]">
        <SelectField
          label={t('activity.filter.kind')}
          value={filter.kind ?? ''}
          options={[
            { value: '', label: t('activity.filter.everyKind') },
            ...activityCategories.map((kind) => ({ value: kind, label: t(`activity.filter.kinds.${kind}`) })),
          ]}
          onChange={(kind) => choose({ kind })}
        />
        <SelectField
          label={t('activity.filter.outcome')}
          value={filter.outcome ?? ''}
          options={[
            { value: '', label: t('activity.filter.everyOutcome') },
            ...accountActivityOutcomes.map((outcome) => ({
              value: outcome,
              label: t(`activity.filter.outcomes.${outcome}`),
            })),
          ]}
          onChange={(outcome) => choose({ outcome })}
        />
        <DateField
          label={t('activity.filter.from')}
          value={filter.from ?? ''}
          max={filter.to}
          onChange={(from) => choose({ from })}
        />
        <DateField
          label={t('activity.filter.to')}
          value={filter.to ?? ''}
          min={filter.from}
          onChange={(to) => choose({ to })}
        />
      </div>
    </div>
  )
}

function useActivityQuery(filter: AccountActivityFilter) {
  return useInfiniteQuery({
    queryKey: ['activity', filter],
    queryFn: async ({ signal, pageParam }) =>
      unwrapApiResult(
        await callApi('listActivity', { query: { ...toAccountActivityApiQuery(filter), ...pageParam }, signal }),
      ),
    initialPageParam: {},
    getNextPageParam: (last): { cursor?: string } | undefined =>
      last.nextCursor === null ? undefined : { cursor: last.nextCursor },
    // Picks up an event that has been written but not sequenced yet.
    refetchInterval: ({ state }) =>
      state.data?.pages.length === 1 && state.data.pages[0]?.beingSequenced ? 2000 : false,
    refetchOnWindowFocus: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : 'always'),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
}
