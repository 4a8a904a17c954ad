// A list that the server searches, sorts and hands out page by page, in all its states: loading, failed, empty, nothing that
// fits, and with more to come.
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { CallRefused } from '../../answers.ts'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { Button } from '../../ui/Button.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { focusPageHeading } from '../../ui/PageHeading.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { useChapter, useSpeech } from '../../words/use-words.ts'
import { SearchField } from './SearchField.tsx'
import { Table } from './Table.tsx'
import type { Column, Sorting } from './Table.tsx'

interface Page<Item> {
  items: readonly Item[]
  nextCursor: string | null
  total?: number | null
}

interface AdminListProps<Item> {
  /** What the list is of, for screen readers. */
  label: string
  query: UseInfiniteQueryResult<InfiniteData<Page<Item>>, CallRefused>
  columns: readonly Column<Item>[]
  keyOf: (item: Item) => string
  search?: { hint: string; value: string | undefined; onSearch: (text: string) => void }
  /** What else it can be narrowed down by: `Choice` and its like. */
  filters?: ReactNode
  sorting?: Sorting
  /** Whether something is searched for or chosen: then an empty list means that nothing fits. */
  isNarrow?: boolean
  onClear?: () => void
  /** Shown instead of a list in which there is nothing yet: what to do next. */
  empty: ReactNode
}

export function AdminList<Item>({
  label,
  query,
  columns,
  keyOf,
  search,
  filters,
  sorting,
  isNarrow = false,
  onClear,
  empty,
}: AdminListProps<Item>) {
  const words = useChapter('admin').list
  const clear = () => {
    onClear?.()
    // The button that was pressed goes away with what it cleared.
    focusPageHeading()
  }
  return (
    <div className="@container grid grid-cols-1 gap-4">
      {(search || filters || sorting) && (
        <div className="grid gap-3">
          {search && (
            <SearchField
              label={words.search}
              hint={search.hint}
              value={search.value ?? ''}
              onSearch={search.onSearch}
            />
          )}
          {(filters || sorting) && (
            <div className="grid grid-cols-2 gap-3 md:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))]">
              {filters}
              {sorting && <SortChoice columns={columns} sorting={sorting} />}
            </div>
          )}
          {isNarrow && onClear && (
            <Button look="bare" small className="-ml-4 justify-self-start" onClick={clear}>
              {words.clear}
            </Button>
          )}
        </div>
      )}
      <Rows
        label={label}
        query={query}
        columns={columns}
        keyOf={keyOf}
        sorting={sorting}
        empty={isNarrow ? <NothingFits /> : empty}
        mayGoOn={isNarrow}
      />
    </div>
  )
}

type RowsProps<Item> = Pick<AdminListProps<Item>, 'label' | 'query' | 'columns' | 'keyOf' | 'empty'> & {
  sorting: Sorting | undefined
  /** A page looks through so much at most: one that is empty can have another. */
  mayGoOn: boolean
}

function Rows<Item>({ label, query, columns, keyOf, sorting, empty, mayGoOn }: RowsProps<Item>) {
  const { locale, words } = useSpeech()
  const list = useChapter('admin').list
  const pages = query.data?.pages
  const items = pages?.flatMap((page) => page.items)
  useSayFound(query.isPlaceholderData ? undefined : items?.length)
  const failure = query.error && <ErrorState problem={query.error.problem} onRetry={() => query.refetch()} />
  if (!items) return failure ?? <SkeletonRows rows={6} />
  const total = pages?.[0]?.total ?? null
  const count = new Intl.NumberFormat(locale)
  return (
    <div className="grid grid-cols-1 gap-4" aria-busy={query.isPlaceholderData || undefined}>
      {failure}
      {items.length === 0 ? (
        mayGoOn && query.hasNextPage ? (
          <NothingYet />
        ) : (
          empty
        )
      ) : (
        <Table label={label} columns={columns} items={items} keyOf={keyOf} sorting={sorting} />
      )}
      {(items.length > 0 || (mayGoOn && query.hasNextPage)) && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {query.hasNextPage && (
            <Button
              busyLabel={query.isFetchingNextPage ? words.ui.loading : undefined}
              onClick={() => query.fetchNextPage()}
            >
              {words.ui.showMore}
            </Button>
          )}
          {total !== null && (
            <p className="text-small text-soft tabular-nums">
              {list.shown(count.format(items.length), count.format(total))}
            </p>
          )}
        </div>
      )}
    </div>
  )
}

function NothingFits() {
  const words = useChapter('admin').list
  return <EmptyState title={words.nothingTitle}>{words.nothingText}</EmptyState>
}

/** A page looks through so many at most: that it is empty says nothing of the rest. */
function NothingYet() {
  const words = useChapter('admin').list
  return <EmptyState title={words.nothingYetTitle}>{words.nothingYetText}</EmptyState>
}

/** Cards have no heads of columns to sort by. */
function SortChoice<Item>({ columns, sorting }: { columns: readonly Column<Item>[]; sorting: Sorting }) {
  const words = useChapter('admin').list
  const options = columns.flatMap(({ sort, head }) => (sort === undefined ? [] : [{ value: sort, label: head }]))
  return (
    <div className="col-span-2 grid grid-cols-2 gap-3 @3xl:hidden">
      <Choice
        label={words.sort}
        value={sorting.sort ?? ''}
        options={options}
        onChange={(sort) => sorting.onSort(sort, sorting.order ?? 'desc')}
      />
      <Choice
        label={words.order}
        value={sorting.order ?? 'desc'}
        options={[
          { value: 'asc', label: words.ascending },
          { value: 'desc', label: words.descending },
        ]}
        onChange={(order) => sorting.onSort(sorting.sort ?? options[0]?.value ?? '', order)}
      />
    </div>
  )
}

/** Says how many there are once another search has been answered; not at the beginning, where nobody has searched. */
function useSayFound(count: number | undefined) {
  const words = useChapter('admin').list
  const announce = useAnnounce()
  const said = useRef<number>(undefined)
  useEffect(() => {
    if (count === undefined || said.current === count) return
    if (said.current !== undefined) announce(words.found(count))
    said.current = count
  }, [count, words, announce])
}
