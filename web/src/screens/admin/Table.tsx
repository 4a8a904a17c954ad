// A table of things, one row each. Where there is no room for columns, as on a phone, a row becomes a card in which each value stands under its name; to a screen
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
    <Sheet className="@container">
      <table aria-label={label} className="block w-full border-collapse text-small @3xl:table">
        <thead className="sr-only @3xl:not-sr-only @3xl:table-header-group">
          <tr>
            {columns.map((column) => (
              <HeadCell key={column.id} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody className="block divide-y divide-line @3xl:table-row-group">
          {items.map((item) => (
            <tr
              key={keyOf(item)}
              className="grid grid-cols-2 gap-x-4 gap-y-2 px-4 py-4 transition-colors @md:grid-cols-4 @3xl:table-row @3xl:hover:bg-sunk/50"
            >
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
    <th
      scope="col"
      aria-sort={order && (order === 'asc' ? 'ascending' : 'descending')}
      className={`${headCell} ${side}`}
    >
      <button
        type="button"
        title={words.sortBy(column.head)}
        onClick={() =>
          sorting.onSort(sort, order === 'asc' ? 'desc' : order === 'desc' ? 'asc' : column.isNumber ? 'desc' : 'asc')
        }
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
  const place = column.isHead ? 'col-span-full' : column.isWide ? 'col-span-2' : ''
  const side = column.isNumber ? 'tabular-nums @3xl:text-right' : ''
  return (
    <td
      className={`block min-w-0 [overflow-wrap:anywhere] @3xl:table-cell @3xl:px-4 @3xl:py-3 @3xl:align-middle @3xl:first:pl-5 @3xl:last:pr-5 ${place} ${side}`}
    >
      {!column.isHead && (
        <span aria-hidden="true" className="block text-caption text-soft @3xl:hidden">
          {column.head}
        </span>
      )}
      {column.cell(item)}
    </td>
  )
}
