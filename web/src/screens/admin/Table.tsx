// A table of things, one row each. On a phone a row becomes a card in which each value stands under its name; to a screen
// reader it stays a table, whichever way it is laid out.
import type { ReactNode } from 'react'
import { Sheet } from '../../ui/Section.tsx'
import { useChapter } from '../../words/use-words.ts'

export interface Column<Item> {
  id: string
  head: string
  cell: (item: Item) => ReactNode
  /** What the server calls the order by this column. */
  sort?: string
  /** Numbers stand at the end of their column. */
  isNumber?: boolean
  /** The column that says which row it is: the head of a card. */
  isHead?: boolean
  /** Long values have a line of a card to themselves. */
  isWide?: boolean
}

export interface Sorting {
  /** By which column, and which way round; undefined for the order that the list has by itself. */
  sort: string | undefined
  order: 'asc' | 'desc' | undefined
  onSort: (sort: string, order: 'asc' | 'desc') => void
}

interface TableProps<Item> {
  /** What the table is of, for screen readers. */
  label: string
  columns: readonly Column<Item>[]
  items: readonly Item[]
  keyOf: (item: Item) => string
  sorting?: Sorting | undefined
}

export function Table<Item>({ label, columns, items, keyOf, sorting }: TableProps<Item>) {
  return (
    <Sheet className="md:overflow-visible">
      <table aria-label={label} className="block w-full border-collapse text-small md:table">
        <thead className="sr-only md:not-sr-only md:table-header-group">
          <tr>
            {columns.map((column) => (
              <HeadCell key={column.id} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody className="block divide-y divide-line md:table-row-group">
          {items.map((item) => (
            <tr key={keyOf(item)} className="grid grid-cols-2 gap-x-4 gap-y-2 px-4 py-4 transition-colors md:table-row md:hover:bg-sunk/50">
              {columns.map((column) => (
                <Cell key={column.id} column={column} item={item} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Sheet>
  )
}

const headCell = 'border-b border-line px-4 py-2.5 text-caption font-semibold text-soft first:pl-5 last:pr-5'

function HeadCell<Item>({ column, sorting }: { column: Column<Item>; sorting: Sorting | undefined }) {
  const words = useChapter('admin').list
  const side = column.isNumber ? 'text-right' : 'text-left'
  const { sort } = column
  if (!sorting || sort === undefined) {
    return (
      <th scope="col" className={`${headCell} ${side}`}>
        {column.head}
      </th>
    )
  }
  const order = sorting.sort === sort ? sorting.order : undefined
  return (
    <th scope="col" aria-sort={order && (order === 'asc' ? 'ascending' : 'descending')} className={`${headCell} ${side}`}>
      <button
        type="button"
        title={words.sortBy(column.head)}
        onClick={() => sorting.onSort(sort, order === 'asc' ? 'desc' : order === 'desc' ? 'asc' : column.isNumber ? 'desc' : 'asc')}
        className="inline-flex min-h-6 items-center gap-1 rounded-control hover:text-ink"
      >
        {column.head}
        <span aria-hidden="true" className={order ? 'text-seal' : 'text-edge'}>
          {order === 'asc' ? '↑' : order === 'desc' ? '↓' : '↕'}
        </span>
      </button>
    </th>
  )
}

function Cell<Item>({ column, item }: { column: Column<Item>; item: Item }) {
  const place = column.isHead || column.isWide ? 'col-span-2' : ''
  return (
    <td
      className={`block min-w-0 [overflow-wrap:anywhere] md:table-cell md:px-4 md:py-3 md:align-middle md:first:pl-5 md:last:pr-5 ${place} ${column.isNumber ? 'tabular-nums md:text-right' : ''}`}
    >
      {!column.isHead && (
        <span aria-hidden="true" className="block text-caption text-soft md:hidden">
          {column.head}
        </span>
      )}
      {column.cell(item)}
    </td>
  )
}
