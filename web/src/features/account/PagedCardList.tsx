import type { ReactNode } from 'react'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ApiCallError } from '../../api/query-client.ts'
import { Button } from '../../ui/Button.tsx'
import { LoadErrorPanel } from '../../ui/LoadErrorPanel.tsx'
import { CardList } from '../../ui/CardList.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { useTranslations } from 'use-intl'

interface Page<Item> {
  items: Item[]
  nextCursor: string | null
}

interface PagedListProps<Item> {
  label: string
  query: UseInfiniteQueryResult<InfiniteData<Page<Item>>, ApiCallError>
  empty: ReactNode
  renderRow: (item: Item) => ReactNode
}

export function PagedCardList<Item>({ label, query, empty, renderRow }: PagedListProps<Item>) {
  const t = useTranslations()
  const failure = query.error && <LoadErrorPanel problem={query.error.problem} onRetry={() => query.refetch()} />
  if (!query.data) return failure ?? <SkeletonRows />
  const items = query.data.pages.flatMap((page) => page.items)
  return (
    <div className="grid grid-cols-1 gap-4">
      {failure}
      {items.length === 0 ? empty : <CardList label={label}>{items.map(renderRow)}</CardList>}
      {query.hasNextPage && (
        <Button
          className="justify-self-start"
          busyLabel={query.isFetchingNextPage ? t('ui.loading') : undefined}
          onClick={() => query.fetchNextPage()}
        >
          {t('ui.showMore')}
        </Button>
      )}
    </div>
  )
}
