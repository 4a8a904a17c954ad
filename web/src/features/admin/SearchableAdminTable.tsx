import { useEffect, useRef } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { usePageLanguage } from '../../i18n/page-language-context.ts'
import type { ApiCallError } from '../../api/query-client.ts'
import { useAnnounce } from '../../ui/ScreenReaderAnnouncer.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyListPanel } from '../../ui/EmptyListPanel.tsx'
import { LoadErrorPanel } from '../../ui/LoadErrorPanel.tsx'
import { focusPageHeading } from '../../ui/focus-page-heading.ts'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { useTranslations } from 'use-intl'
import { SearchField } from './SearchField.tsx'
import { Table } from './Table.tsx'
import type { TableColumn, TableSorting } from './Table.tsx'
import { SavedViewsMenu } from './saved-views/SavedViewsMenu.tsx'
import { FilterBar } from './master-detail/FilterBar.tsx'
import { SelectableTable } from './master-detail/SelectableTable.tsx'
import { useColumnVisibility } from './master-detail/use-column-visibility.ts'
import type { RowSelectionControls } from './master-detail/use-row-selection.ts'
import { ListViewOptionsMenu } from './master-detail/ListViewOptionsMenu.tsx'
import { getNumberFormat } from '../../ui/memoized-intl-formats.ts'

interface ListPage<Item> {
  items: readonly Item[]
  nextCursor: string | null
  total?: number | null
}

interface SearchableAdminListProps<Item> {
  label: string
  query: UseInfiniteQueryResult<InfiniteData<ListPage<Item>>, ApiCallError>
  columns: readonly TableColumn<Item>[]
  getKey: (item: Item) => string
  search?: { hint: string; value: string | undefined; onSearch: (text: string) => void }
  filters?: ReactNode
  filterCount?: number
  savedViews?: ComponentProps<typeof SavedViewsMenu>
  sorting?: TableSorting | undefined
  selection?: (RowSelectionControls & { nameOf: (item: Item) => string }) | undefined
  isFiltered?: boolean
  onClear?: () => void
  wrapsCards?: boolean
  /** False for an item that is shown in the row of another one. */
  hasRow?: (item: Item) => boolean
  empty: ReactNode
  children?: ReactNode
}

export function SearchableAdminTable<Item>({
  label,
  query,
  columns,
  getKey,
  search,
  filters,
  filterCount = 0,
  savedViews,
  sorting,
  isFiltered = false,
  onClear,
  selection,
  wrapsCards,
  hasRow,
  empty,
  children,
}: SearchableAdminListProps<Item>) {
  const t = useTranslations()
  const { isShown } = useColumnVisibility(columns)
  const isEmpty = query.data?.pages.every(({ items }) => items.length === 0) === true
  const clear = () => {
    onClear?.()
    focusPageHeading()
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      {(search || filters || sorting) && (
        <FilterBar
          search={
            search && (
              <SearchField
                label={t('adminUi.list.search')}
                hint={search.hint}
                value={search.value ?? ''}
                onSearch={search.onSearch}
              />
            )
          }
          filters={filters}
          count={filterCount}
          view={
            <>
              {savedViews && <SavedViewsMenu {...savedViews} />}
              <ListViewOptionsMenu columns={columns} sorting={sorting} />
            </>
          }
          onClear={isFiltered && onClear && !isEmpty ? clear : undefined}
        />
      )}
      <ListBody
        label={label}
        query={query}
        columns={columns.filter(({ id, isRowHeader }) => isRowHeader || isShown(id))}
        getKey={getKey}
        sorting={sorting}
        selection={selection}
        wrapsCards={wrapsCards}
        hasRow={hasRow}
        empty={isFiltered ? <NoMatches onClear={onClear && clear} /> : empty}
        canLoadMore={isFiltered}
      />
      {selection && <SelectAllMatching query={query} getKey={getKey} selection={selection} />}
      {children}
    </div>
  )
}

function SelectAllMatching<Item>({
  query,
  getKey,
  selection,
}: Pick<SearchableAdminListProps<Item>, 'query' | 'getKey'> & { selection: RowSelectionControls }) {
  const t = useTranslations()
  const { locale } = usePageLanguage()
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  const isComplete = items.length > 0 && items.every((item) => selection.isSelected(getKey(item)))
  if (!isComplete || selection.isAll || !query.hasNextPage) return null
  const total = query.data?.pages[0]?.total ?? null
  return (
    <Button small look="bare" className="justify-self-start" onClick={selection.selectAllMatching}>
      {total === null
        ? t('adminUi.list.selectAll')
        : t('adminUi.list.selectAllCounted', { count: getNumberFormat(locale).format(total) })}
    </Button>
  )
}

type ListBodyProps<Item> = Pick<
  SearchableAdminListProps<Item>,
  'label' | 'query' | 'columns' | 'getKey' | 'empty' | 'sorting' | 'selection'
> & {
  wrapsCards: boolean | undefined
  hasRow: ((item: Item) => boolean) | undefined
  /** The server scans a limited number of rows per page, so an empty page may not be the last. */
  canLoadMore: boolean
}

function ListBody<Item>({
  label,
  query,
  columns,
  getKey,
  sorting,
  selection,
  wrapsCards,
  hasRow,
  empty,
  canLoadMore,
}: ListBodyProps<Item>) {
  const { locale } = usePageLanguage()
  const t = useTranslations()
  const pages = query.data?.pages
  const items = pages?.flatMap((page) => page.items)
  useAnnounceMatchCount(query.isPlaceholderData ? undefined : items?.length)
  const failure = query.error && <LoadErrorPanel problem={query.error.problem} onRetry={() => query.refetch()} />
  if (!items) return failure ?? <SkeletonRows rows={6} />
  const total = pages?.[0]?.total ?? null
  const count = getNumberFormat(locale)
  return (
    <div className="grid grid-cols-1 gap-4" aria-busy={query.isPlaceholderData || undefined}>
      {failure}
      {items.length === 0 ? (
        canLoadMore && query.hasNextPage ? (
          <NoMatchesYet />
        ) : (
          empty
        )
      ) : columns.some(({ isAction }) => isAction) ? (
        <Table label={label} columns={columns} items={items} getKey={getKey} sorting={sorting} />
      ) : (
        <SelectableTable
          label={label}
          columns={columns}
          items={hasRow === undefined ? items : items.filter(hasRow)}
          getKey={getKey}
          sorting={sorting}
          selection={selection}
          wrapsCards={wrapsCards}
        />
      )}
      {(items.length > 0 || (canLoadMore && query.hasNextPage)) && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {query.hasNextPage && (
            <Button
              busyLabel={query.isFetchingNextPage ? t('ui.loading') : undefined}
              onClick={() => query.fetchNextPage()}
            >
              {t('ui.showMore')}
            </Button>
          )}
          <p className="text-small text-soft tabular-nums">
            {total === null && query.hasNextPage
              ? t('adminUi.list.shownSoFar', { shown: count.format(items.length) })
              : t('adminUi.list.shown', {
                  shown: count.format(items.length),
                  total: count.format(total ?? items.length),
                })}
          </p>
        </div>
      )}
    </div>
  )
}

function NoMatches({ onClear }: { onClear: (() => void) | undefined }) {
  const t = useTranslations()
  return (
    <EmptyListPanel title={t('adminUi.list.nothingTitle')}>
      <div className="grid justify-items-center gap-3">
        <p>{t('adminUi.list.nothingText')}</p>
        {onClear && <Button onClick={onClear}>{t('adminUi.list.clear')}</Button>}
      </div>
    </EmptyListPanel>
  )
}

function NoMatchesYet() {
  const t = useTranslations()
  return <EmptyListPanel title={t('adminUi.list.nothingYetTitle')}>{t('adminUi.list.nothingYetText')}</EmptyListPanel>
}

function useAnnounceMatchCount(count: number | undefined) {
  const t = useTranslations()
  const announce = useAnnounce()
  const said = useRef<number>(undefined)
  useEffect(() => {
    if (count === undefined || said.current === count) return
    if (said.current !== undefined) announce(t('adminUi.list.found', { count }))
    said.current = count
  }, [count, t, announce])
}
