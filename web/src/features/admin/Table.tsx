import type { CSSProperties, ReactNode } from 'react'
import { Card } from '../../ui/PageSection.tsx'
import { useTranslations } from 'use-intl'

export interface TableColumn<Item> {
  id: string
  head: string
  cell: (item: Item) => ReactNode
  sort?: string
  isNumber?: boolean
  /** Identifies the row: the cell is the title of the row's card and contains the row's link. */
  isRowHeader?: boolean
  isWide?: boolean
  /** Share of the width of a list, next to those of the other columns. Default: by kind of column. */
  weight?: number
  /** Relative time. It is never truncated, so its list column has exactly the width it needs. */
  isTime?: boolean
  /** Shown in a list only if there is room for all columns. */
  isSecondary?: boolean
  isAction?: boolean
  /** Hidden until the person chooses the column, because its values say nothing. */
  isHiddenByDefault?: boolean
  /** Leaves a cell that says nothing new out of the card of a narrow list. */
  isLeftOutOfCard?: (item: Item) => boolean
  /** The cells name themselves, so the visible head is left out. */
  hasSelfExplanatoryCells?: boolean
}

export interface TableSorting {
  /** Undefined means the default order. */
  sort: string | undefined
  order: 'asc' | 'desc' | undefined
  onSort: (sort: string, order: 'asc' | 'desc') => void
}

interface TableProps<Item> {
  label: string
  columns: readonly TableColumn<Item>[]
  items: readonly Item[]
  getKey: (item: Item) => string
  sorting?: TableSorting | undefined
}

export function Table<Item>({ label, columns, items, getKey, sorting }: TableProps<Item>) {
  return (
    <Card className="@container">
      <table aria-label={label} className="block w-full border-collapse text-small @3xl:table">
        <thead className="sr-only @3xl:not-sr-only @3xl:table-header-group">
          <tr>
            {columns.map((column) => (
              <TableHeaderCell
                key={column.id}
                column={column}
                sorting={sorting}
                visibleFrom="@3xl"
                className="px-4 py-2.5 first:pl-5 last:pr-5"
              />
            ))}
          </tr>
        </thead>
        <tbody className="block divide-y divide-line @3xl:table-row-group">
          {items.map((item) => (
            <tr
              key={getKey(item)}
              className="grid grid-cols-2 gap-x-4 gap-y-2 px-4 py-4 transition-colors @md:grid-cols-4 @3xl:table-row @3xl:hover:bg-sunk/50"
            >
              {columns.map((column) => (
                <TableCell key={column.id} column={column} item={item} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

interface TableHeaderCellProps<Item> {
  column: TableColumn<Item>
  sorting?: TableSorting | undefined
  visibleFrom: keyof typeof headVisibilityClasses
  className?: string
  style?: CSSProperties | undefined
  before?: ReactNode
}

/** A visually hidden header only announces the sort order, which the list menu can change. */
const headVisibilityClasses = {
  '@[31rem]': { button: 'hidden @[31rem]:inline-flex', text: '@[31rem]:hidden' },
  '@3xl': { button: 'hidden @3xl:inline-flex', text: '@3xl:hidden' },
}

export function TableHeaderCell<Item>({
  column,
  sorting,
  visibleFrom,
  className = '',
  style,
  before,
}: TableHeaderCellProps<Item>) {
  const t = useTranslations()
  const { sort } = column
  const order = sorting && sorting.sort === sort ? sorting.order : undefined
  const nextOrder = order === 'asc' ? 'desc' : order === 'desc' ? 'asc' : column.isNumber ? 'desc' : 'asc'
  return (
    <th
      scope="col"
      aria-sort={order && (order === 'asc' ? 'ascending' : 'descending')}
      style={style}
      className={`border-b border-line text-caption font-semibold text-soft ${column.isNumber ? 'text-right' : 'text-left'} ${className}`}
    >
      {before}
      {sorting && sort !== undefined ? (
        <>
          <span className={headVisibilityClasses[visibleFrom].text}>{column.head}</span>
          <button
            type="button"
            title={t('adminUi.list.sortBy', { column: column.head })}
            onClick={() => sorting.onSort(sort, nextOrder)}
            className={`${headVisibilityClasses[visibleFrom].button} min-h-6 max-w-full items-center gap-1 rounded-control hover:text-ink`}
          >
            <span className="truncate">{column.head}</span>
            <span aria-hidden="true" className={order ? 'text-seal' : 'text-edge'}>
              {order === 'asc' ? '↑' : order === 'desc' ? '↓' : '↕'}
            </span>
          </button>
        </>
      ) : (
        <span
          className={
            column.hasSelfExplanatoryCells ? 'sr-only' : `truncate ${before === undefined ? 'block' : 'align-middle'}`
          }
        >
          {column.head}
        </span>
      )}
    </th>
  )
}

function TableCell<Item>({ column, item }: { column: TableColumn<Item>; item: Item }) {
  const place = column.isRowHeader || column.isWide ? 'col-span-full' : ''
  const side = column.isNumber ? 'tabular-nums @3xl:text-right' : ''
  return (
    <td
      className={`block min-w-0 [overflow-wrap:anywhere] @3xl:table-cell @3xl:px-4 @3xl:py-3 @3xl:align-middle @3xl:first:pl-5 @3xl:last:pr-5 ${place} ${side}`}
    >
      {!column.isRowHeader && !column.hasSelfExplanatoryCells && (
        <span aria-hidden="true" className="block text-caption text-soft @3xl:hidden">
          {column.head}
        </span>
      )}
      {column.cell(item)}
    </td>
  )
}
