import { useState } from 'react'
import { usePageLanguage } from '../../../i18n/page-language-context.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyListPanel } from '../../../ui/EmptyListPanel.tsx'
import { getNumberFormat } from '../../../ui/memoized-intl-formats.ts'
import { useTranslations } from 'use-intl'
import { scrollTabIntoView } from '../master-detail/DetailScreenTabs.tsx'
import { AdminPageLink } from '../master-detail/AdminPageLink.tsx'
import { SearchableAdminTable } from '../SearchableAdminTable.tsx'
import { useAdminUrlQueryParameters } from '../master-detail/admin-url-state.ts'
import { ListScreenHeader } from '../master-detail/ListScreenHeader.tsx'
import { AuditLogExportSection } from './AuditLogExportSection.tsx'
import { AuditLogFilters } from './AuditLogFilters.tsx'
import type { AuditLogScreenContentProps } from './audit-log-screen-content-props.ts'
import {
  buildAuditLogFilterPresetUrl,
  buildAuditLogUrl,
  auditEntryCountDimensions,
  auditLogFilterPresets,
  findAuditLogFilterPresetName,
  parseAuditLogSearchFieldText,
  auditLogUrlParameterPatterns,
  formatAuditLogSearchFieldText,
} from './audit-log-url-filter.ts'
import type { AuditLogUrlFilter, AuditEntryCountDimension, AuditLogFilterPresetName } from './audit-log-url-filter.ts'
import { AuditLogVerificationSection } from './AuditLogVerificationSection.tsx'
import { AuditEntryCountsTable } from './AuditEntryCountsTable.tsx'
import { formatAuditActor } from './format-audit-entry.ts'
import { groupSignInEntries } from './group-sign-in-entries.ts'
import { useAuditLogColumns } from './use-audit-log-columns.tsx'
import { useLiveAuditLog } from './use-live-audit-log.ts'

export function AuditLogScreen() {
  const t = useTranslations()
  const {
    view: shown,
    setFilters,
    clear,
    search,
    openSearch,
  } = useAdminUrlQueryParameters(auditLogUrlParameterPatterns)
  const { by, ...view } = shown
  const list = {
    view,
    setFilters,
    savedViews: { list: 'activity', search, onOpen: openSearch },
    isFiltered: Object.keys(view).length > 0,
    filterCount: Object.keys(view).length,
    onClear: clear,
    search: {
      hint: t('adminActivity.search'),
      value: formatAuditLogSearchFieldText(view),
      onSearch: (text: string) => setFilters(parseAuditLogSearchFieldText(text)),
    },
    views: (
      <>
        <AuditLogVerificationSection />
        <div
          onFocus={({ target }) => scrollTabIntoView(target)}
          className="scrolls-sideways -mx-1 overflow-x-auto px-1 lg:after:hidden!"
        >
          <div className="flex justify-between gap-x-6">
            <NamedViewLinks view={view} />
            <GroupingLinks view={view} by={by} />
          </div>
        </div>
      </>
    ),
  } as const
  return (
    <div className="grid grid-cols-1 gap-3">
      {by === undefined ? <AuditLogList {...list} /> : <AuditEntryCountsTable {...list} by={by} />}
    </div>
  )
}

function AuditLogList({ view, setFilters, views, isFiltered, ...list }: AuditLogScreenContentProps) {
  const t = useTranslations()
  const [isLive, setIsLive] = useState(true)
  const { query, newCount, newSince, isFailing } = useLiveAuditLog(view, isLive)
  const entries = query.data?.pages.flatMap(({ items }) => items)
  const done = entries?.find(({ actor }) => 'id' in actor && actor.id === view.actor)
  const { locale } = usePageLanguage()
  const waiting = query.data?.pages[0]?.beingSequenced ?? 0
  const signIns = groupSignInEntries(entries ?? [])
  const columns = useAuditLogColumns(newCount > 0 ? newSince : null, signIns)
  return (
    <>
      <ListScreenHeader title={t('adminActivity.title')} about={t('adminActivity.intro')}>
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
            {waiting > 0 && t('adminActivity.live.beingSequenced', { count: getNumberFormat(locale).format(waiting) })}
          </p>
          <Button small aria-pressed={!isLive} onClick={() => setIsLive(!isLive)}>
            {isLive ? t('adminActivity.live.pause') : t('adminActivity.live.resume')}
          </Button>
        </div>
      </ListScreenHeader>
      {views}
      <SearchableAdminTable
        {...list}
        label={t('adminActivity.list')}
        query={query}
        columns={columns}
        getKey={({ sequence }) => String(sequence)}
        hasRow={({ sequence }) => signIns.has(sequence)}
        wrapsCards
        filters={
          <AuditLogFilters
            view={view}
            setFilters={setFilters}
            actorName={done ? formatAuditActor(t, { ...done, person: null }) : null}
          />
        }
        isFiltered={isFiltered && !query.hasNextPage}
        empty={
          query.hasNextPage ? (
            <EmptyPageWithMore onMore={() => void query.fetchNextPage()} isBusy={query.isFetchingNextPage} />
          ) : (
            <EmptyListPanel title={t('adminActivity.emptyTitle')}>{t('adminActivity.emptyText')}</EmptyListPanel>
          )
        }
      />
      {(entries?.length !== 0 || query.hasNextPage) && <AuditLogExportSection view={view} />}
    </>
  )
}

function EmptyPageWithMore({ onMore, isBusy }: { onMore: () => void; isBusy: boolean }) {
  const t = useTranslations()
  return (
    <EmptyListPanel title={t('adminActivity.event.nothing')}>
      <div className="grid justify-items-center gap-3">
        <p>{t('adminActivity.older')}</p>
        <MoreButton onMore={onMore} isBusy={isBusy} />
      </div>
    </EmptyListPanel>
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

const choiceClass =
  'inline-flex min-h-8 items-center rounded-control px-3 text-small whitespace-nowrap text-soft transition-colors hover:bg-sunk hover:text-ink ' +
  'aria-[current]:bg-seal-tint aria-[current]:font-semibold aria-[current]:text-seal pointer-coarse:min-h-11'

function NamedViewLinks({ view }: { view: AuditLogUrlFilter }) {
  const t = useTranslations()
  const shown = findAuditLogFilterPresetName(view)
  return (
    <nav aria-label={t('adminActivity.views.title')} className="flex shrink-0 gap-1">
      {(Object.keys(auditLogFilterPresets) as AuditLogFilterPresetName[]).map((name) => (
        <AdminPageLink
          key={name}
          href={buildAuditLogFilterPresetUrl(view, name)}
          isCurrent={name === shown}
          className={choiceClass}
        >
          {t(`adminActivity.views.${name}`)}
        </AdminPageLink>
      ))}
    </nav>
  )
}

function GroupingLinks({ view, by }: { view: AuditLogUrlFilter; by: AuditEntryCountDimension | undefined }) {
  const t = useTranslations()
  return (
    <nav aria-label={t('adminActivity.by.title')} className="flex shrink-0 gap-1">
      <AdminPageLink href={buildAuditLogUrl(view)} isCurrent={by === undefined} className={choiceClass}>
        {t('adminActivity.by.lines')}
      </AdminPageLink>
      {auditEntryCountDimensions.map((name) => (
        <AdminPageLink
          key={name}
          href={buildAuditLogUrl({ ...view, by: name })}
          isCurrent={by === name}
          className={choiceClass}
        >
          {t(`adminActivity.by.${name}`)}
        </AdminPageLink>
      ))}
    </nav>
  )
}
