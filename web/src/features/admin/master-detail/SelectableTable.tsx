// Up and down move between rows, left and right within a row (roving focus, WAI-ARIA APG).
import { useEffect, useMemo, useRef } from 'react'
import type { CSSProperties, MouseEvent, RefObject } from 'react'
import { TableCellKindContext } from '../../../ui/table-cell-kind-context.ts'
import { Card } from '../../../ui/PageSection.tsx'
import { useTranslations } from 'use-intl'
import { TableHeaderCell } from '../Table.tsx'
import type { TableColumn, TableSorting } from '../Table.tsx'
import { useListDensity } from './list-density.ts'
import { findArrowKeyFocusTarget } from './list-row-keyboard-navigation.ts'
import type { RowSelectionControls } from './use-row-selection.ts'
import { useMasterDetailListPaneContext } from './master-detail-react-contexts.ts'

interface SelectableTableProps<Item> {
  label: string
  columns: readonly TableColumn<Item>[]
  items: readonly Item[]
  getKey: (item: Item) => string
  sorting?: TableSorting | undefined
  selection?: (RowSelectionControls & { nameOf: (item: Item) => string }) | undefined
  /** Cards in a narrow pane are as high as their text, instead of truncating it. */
  wrapsCards?: boolean | undefined
}

export function SelectableTable<Item>({
  label,
  columns,
  items,
  getKey,
  sorting,
  selection,
  wrapsCards = false,
}: SelectableTableProps<Item>) {
  const t = useTranslations()
  const density = useListDensity()
  const side = useMasterDetailListPaneContext()
  const widths = useMemo(() => computeColumnWidths(columns), [columns])
  const times = columns.filter(({ isTime, isSecondary }) => isTime && !isSecondary)
  const onlyTime = times.length === 1 ? times[0] : undefined
  const ids = items.map(getKey)

  const body = useKeyDownListener((event: KeyboardEvent) => {
    const { target } = event
    if (!(target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return
    const id = ids[getRowIndex(target)]
    if (event.key === ' ' && selection && id !== undefined && target.matches('a[data-row]')) {
      event.preventDefault()
      return selection.toggle(id, event.shiftKey, ids)
    }
    const next = findArrowKeyFocusTarget(target, event.key)
    if (next === null) return
    event.preventDefault()
    next.focus()
    const nextId = ids[getRowIndex(next)]
    if (event.shiftKey && selection && nextId !== undefined) selection.toggle(nextId, true, ids)
    if (side?.openPath && next.matches('a[data-row]')) side.openInPanel((next as HTMLAnchorElement).pathname)
  })

  const selectAll = selection && (
    <input
      type="checkbox"
      aria-label={t('adminUi.list.selectLoaded')}
      checked={selection.isAll || (ids.length > 0 && ids.every((id) => selection.isSelected(id)))}
      onChange={() => selection.toggleLoaded(ids)}
      className="size-4 shrink-0 align-middle accent-seal pointer-coarse:size-5"
    />
  )

  return (
    <Card className="@container overflow-x-clip">
      {/* For cards, whose table head is hidden. */}
      {selectAll && (
        <label className="flex min-h-10 items-center gap-3 border-b border-line px-4 text-caption text-soft @[31rem]:hidden pointer-coarse:min-h-11">
          {selectAll}
          {t('adminUi.list.selectLoaded')}
          <span aria-hidden="true" className="ml-auto">
            {onlyTime?.head}
          </span>
        </label>
      )}
      <table
        aria-label={label}
        data-density={density}
        className="group/rows block w-full table-fixed border-collapse text-small @[31rem]:table"
      >
        <thead className="sr-only @[31rem]:not-sr-only @[31rem]:table-header-group">
          <tr>
            {columns.map((column, place) => (
              <TableHeaderCell
                key={column.id}
                column={column}
                sorting={sorting}
                visibleFrom="@[31rem]"
                style={widths[place]}
                className={`bg-sheet px-2 py-1.5 @[31rem]:w-(--narrow) @[45rem]:w-(--wide) first:rounded-tl-sheet first:pl-4 last:rounded-tr-sheet last:pr-4 @[31rem]:sticky @[31rem]:top-0 @[31rem]:z-5 ${column.isSecondary ? wideOnlyClass : 'block @[31rem]:table-cell'} ${getGapClass(columns, place)}`}
                before={
                  column.isRowHeader && selectAll && <span className="mr-3 hidden @[31rem]:inline">{selectAll}</span>
                }
              />
            ))}
          </tr>
        </thead>
        <tbody ref={body} className="block divide-y divide-line @[31rem]:table-row-group [&_a]:scroll-mt-12">
          {items.map((item, place) => {
            const id = ids[place] ?? ''
            return (
              <ListTableRow
                key={id}
                id={id}
                item={item}
                ids={ids}
                columns={columns}
                onlyTime={onlyTime}
                selection={selection}
                wrapsCards={wrapsCards}
              />
            )
          })}
        </tbody>
      </table>
    </Card>
  )
}

interface ListTableRowProps<Item> extends Pick<SelectableTableProps<Item>, 'columns' | 'selection'> {
  id: string
  item: Item
  ids: readonly string[]
  onlyTime: TableColumn<Item> | undefined
  wrapsCards: boolean
}

const cardClass =
  'relative flex h-16 items-center gap-x-4 overflow-hidden px-4 pt-8 group-data-[density=compact]/rows:h-11 '
/** Links in cards are at least 24 px high (WCAG 2.5.8). */
const wrappingCardClass =
  'grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-0.5 px-4 py-2 [overflow-wrap:anywhere] ' +
  '@max-[31rem]:[&_.truncate]:overflow-visible @max-[31rem]:[&_.truncate]:whitespace-normal @max-[31rem]:[&_a]:min-h-6 @max-[31rem]:[&_a]:inline-block @max-[31rem]:[&_a]:py-0.5 '

function ListTableRow<Item>({ id, item, ids, columns, onlyTime, selection, wrapsCards }: ListTableRowProps<Item>) {
  const hasActions = columns.some(({ hasSelfExplanatoryCells }) => hasSelfExplanatoryCells)
  return (
    <tr
      onClick={openRowLink}
      onAuxClick={openRowLink}
      className={
        (wrapsCards ? wrappingCardClass : cardClass) +
        'transition-colors has-[a[data-row]]:cursor-pointer @[31rem]:static ' +
        'has-[a[data-row]:hover]:bg-sunk/60 hover:bg-sunk/60 has-[a[aria-current]]:bg-seal-tint has-[input:checked]:bg-seal-tint/60 ' +
        '@[31rem]:table-row @[31rem]:h-11 @[31rem]:group-data-[density=compact]/rows:h-8'
      }
    >
      {columns.map((column, place) =>
        column.isRowHeader ? (
          <RowHeaderCell
            key={column.id}
            id={id}
            item={item}
            ids={ids}
            column={column}
            selection={selection}
            wrapsCards={wrapsCards}
          />
        ) : (
          <td
            key={column.id}
            className={`min-w-0 items-center gap-x-1 truncate text-caption text-soft @[31rem]:max-w-full @[31rem]:px-2 @[31rem]:py-0 @[31rem]:text-small @[31rem]:text-ink @[31rem]:last:pr-4 ${
              column.isNumber ? 'tabular-nums @[31rem]:text-right' : ''
            } ${column.isNumber || column.isTime ? 'shrink-0' : column.isWide ? '' : 'shrink-2'} ${
              column.isSecondary
                ? wideOnlyClass
                : `${column.isLeftOutOfCard?.(item) ? 'hidden' : 'flex'} group-data-[density=compact]/rows:hidden @[31rem]:table-cell @[31rem]:group-data-[density=compact]/rows:table-cell`
            } ${getCardCellClass(column, { isOnlyTime: column === onlyTime, wrapsCards, hasActions })} ${getGapClass(columns, place)}`}
          >
            {column !== onlyTime && !column.isWide && !column.hasSelfExplanatoryCells && (
              <span aria-hidden="true" className="shrink-0 @[31rem]:hidden">
                {column.head}
              </span>
            )}
            <TableCellKindContext value="cell">
              <span className="min-w-0 truncate @[31rem]:contents">{column.cell(item)}</span>
            </TableCellKindContext>
          </td>
        ),
      )}
    </tr>
  )
}

function getCardCellClass<Item>(
  { isWide, hasSelfExplanatoryCells }: TableColumn<Item>,
  { isOnlyTime, wrapsCards, hasActions }: { isOnlyTime: boolean; wrapsCards: boolean; hasActions: boolean },
): string {
  if (wrapsCards)
    return isOnlyTime
      ? 'col-start-2 row-start-1 min-h-6'
      : hasSelfExplanatoryCells
        ? 'col-start-2 row-start-2 justify-end'
        : isWide && hasActions
          ? 'col-start-1 row-start-2'
          : 'col-span-full'
  return `${isWide ? '-order-1' : ''} ${isOnlyTime ? 'ml-auto' : ''}`
}

interface RowHeaderCellProps<Item> extends Pick<
  ListTableRowProps<Item>,
  'id' | 'item' | 'ids' | 'selection' | 'wrapsCards'
> {
  column: TableColumn<Item>
}

function RowHeaderCell<Item>({ id, item, ids, column, selection, wrapsCards }: RowHeaderCellProps<Item>) {
  const t = useTranslations()
  return (
    <td
      className={`${wrapsCards ? 'col-start-1 row-start-1 min-w-0' : 'absolute inset-x-4 top-0.5 grid h-9 grid-cols-1 items-center group-data-[density=compact]/rows:top-0 group-data-[density=compact]/rows:h-11'} @[31rem]:static @[31rem]:table-cell @[31rem]:h-auto! @[31rem]:py-0 @[31rem]:pr-2 @[31rem]:pl-4`}
    >
      <span className="flex min-w-0 items-center gap-3">
        {selection && (
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={t('adminUi.list.select', { name: selection.nameOf(item) })}
            checked={selection.isAll || selection.isSelected(id)}
            onClick={(event) => selection.toggle(id, event.shiftKey, ids)}
            onChange={() => undefined}
            className="size-4 shrink-0 accent-seal pointer-coarse:size-5"
          />
        )}
        <TableCellKindContext value="head">
          <span className="min-w-0 flex-1 truncate">{column.cell(item)}</span>
        </TableCellKindContext>
      </span>
    </td>
  )
}

const wideOnlyClass = 'hidden @[45rem]:table-cell'

function getRowIndex(element: HTMLElement): number {
  const row = element.closest('tr')
  return row === null ? -1 : row.sectionRowIndex
}

const getGapClass = <Item,>(columns: readonly TableColumn<Item>[], place: number): string =>
  columns[place - 1]?.isNumber && !columns[place]?.isNumber ? '@[31rem]:pl-6!' : ''

function computeColumnWidths<Item>(columns: readonly TableColumn<Item>[]): CSSProperties[] {
  const narrow = columns.filter(({ isSecondary }) => !isSecondary)
  return columns.map(
    (column) =>
      ({
        '--narrow': formatColumnWidth(column, narrow),
        '--wide': formatColumnWidth(column, columns),
      }) as CSSProperties,
  )
}

/** Fixed widths, which a fixed table layout subtracts from the percentages. */
const getFixedWidth = <Item,>({ isTime, hasSelfExplanatoryCells }: TableColumn<Item>): string | undefined =>
  isTime ? '8rem' : hasSelfExplanatoryCells ? '6.5rem' : undefined

function formatColumnWidth<Item>(column: TableColumn<Item>, columns: readonly TableColumn<Item>[]): string {
  const sum = columns.reduce((one, other) => one + getColumnWeight(other), 0)
  return getFixedWidth(column) ?? `${((100 * getColumnWeight(column)) / sum).toFixed(2)}%`
}

function getColumnWeight<Item>(column: TableColumn<Item>): number {
  const { weight, isRowHeader, isWide, isNumber } = column
  if (getFixedWidth(column) !== undefined) return 0
  return weight ?? (isRowHeader ? 5 : isWide ? 3.5 : isNumber ? 1.5 : 2.5)
}

/** A click anywhere in a row follows its link, with the same modifier keys. */
function openRowLink(event: MouseEvent<HTMLTableRowElement>): void {
  const { target, currentTarget, button, ctrlKey, metaKey, shiftKey } = event
  if (button > 1 || !(target instanceof Element) || target.closest('a, button, input, label, [role=menu]')) return
  // The user is selecting text.
  if (getSelection()?.isCollapsed === false) return
  const link = currentTarget.querySelector<HTMLAnchorElement>('a[data-row]')
  if (!link) return
  if (button === 1) return void window.open(link.href, '_blank', 'noopener')
  link.focus({ preventScroll: true })
  link.dispatchEvent(
    new globalThis.MouseEvent('click', { bubbles: true, cancelable: true, detail: 1, ctrlKey, metaKey, shiftKey }),
  )
}

function useKeyDownListener(press: (event: KeyboardEvent) => void): RefObject<HTMLTableSectionElement | null> {
  const element = useRef<HTMLTableSectionElement>(null)
  const latest = useRef(press)
  useEffect(() => {
    latest.current = press
  })
  useEffect(() => {
    const { current } = element
    const hear = (event: KeyboardEvent) => latest.current(event)
    current?.addEventListener('keydown', hear)
    return () => current?.removeEventListener('keydown', hear)
  }, [])
  return element
}
