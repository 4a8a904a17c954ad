// The rows of a list: one line each, as high as the density says, clickable as a whole, with one tab stop (WAI-ARIA APG, roving focus): up and down go from row to row,
// left and right through what else can be pressed in one, the space bar selects. Where there is no room for columns, a row is a card of two lines: its head, and
// the rest, in which numbers and times stay whole.
import { useEffect, useMemo, useRef } from 'react'
import type { CSSProperties, MouseEvent, RefObject } from 'react'
import { InRow } from '../../../ui/in-row.ts'
import { Sheet } from '../../../ui/Section.tsx'
import { useTranslations } from 'use-intl'
import { HeadCell } from '../Table.tsx'
import type { Column, Sorting } from '../Table.tsx'
import { useDensity } from './density.ts'
import { stepFrom } from './row-links.ts'
import type { RowSelection } from './use-selection.ts'
import { useListSide } from './workbench-context.ts'

interface RowsProps<Item> {
  /** What the list is of, for screen readers. */
  label: string
  columns: readonly Column<Item>[]
  items: readonly Item[]
  keyOf: (item: Item) => string
  sorting?: Sorting | undefined
  selection?: (RowSelection & { nameOf: (item: Item) => string }) | undefined
}

export function Rows<Item>({ label, columns, items, keyOf, sorting, selection }: RowsProps<Item>) {
  const t = useTranslations()
  const density = useDensity()
  const side = useListSide()
  const widths = useMemo(() => shareWidth(columns), [columns])
  const times = columns.filter(({ isTime, isMinor }) => isTime && !isMinor)
  // A card that says one time says it at its end; neither that nor the long value at its beginning needs a name.
  const onlyTime = times.length === 1 ? times[0] : undefined
  const ids = items.map(keyOf)

  // What is pressed are the links and buttons in the rows; the body hears of it from them.
  const body = useKeyDown((event: KeyboardEvent) => {
    const { target } = event
    if (!(target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return
    const id = ids[placeOfRow(target)]
    if (event.key === ' ' && selection && id !== undefined && target.matches('a[data-row]')) {
      event.preventDefault()
      return selection.toggle(id, event.shiftKey, ids)
    }
    const next = stepFrom(target, event.key)
    if (next === null) return
    event.preventDefault()
    next.focus()
    const nextId = ids[placeOfRow(next)]
    if (event.shiftKey && selection && nextId !== undefined) selection.toggle(nextId, true, ids)
    // What is open beside the list goes along.
    if (side?.open && next.matches('a[data-row]')) side.show((next as HTMLAnchorElement).pathname)
  })

  const selectAll = selection && (
    <input
      type="checkbox"
      aria-label={t('adminUi.list.selectLoaded')}
      checked={selection.all || (ids.length > 0 && ids.every((id) => selection.has(id)))}
      onChange={() => selection.toggleLoaded(ids)}
      className="size-4 shrink-0 align-middle accent-seal pointer-coarse:size-5"
    />
  )

  return (
    <Sheet className="@container overflow-x-clip">
      {/* The head is not in sight where rows are cards: what is pressed there has a line of its own. */}
      {selectAll && (
        <label className="flex min-h-10 items-center gap-3 border-b border-line px-4 text-caption text-soft @[31rem]:hidden pointer-coarse:min-h-11">
          {selectAll}
          {t('adminUi.list.selectLoaded')}
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
              <HeadCell
                key={column.id}
                column={column}
                sorting={sorting}
                from="@[31rem]"
                style={widths[place]}
                className={`bg-sheet px-2 py-1.5 @[31rem]:w-(--narrow) @[45rem]:w-(--wide) first:rounded-tl-sheet first:pl-4 last:rounded-tr-sheet last:pr-4 @[31rem]:sticky @[31rem]:top-0 @[31rem]:z-5 ${column.isMinor ? whereRoom : 'block @[31rem]:table-cell'} ${afterNumber(columns, place)}`}
                before={column.isHead && selectAll && <span className="mr-3 hidden @[31rem]:inline">{selectAll}</span>}
              />
            ))}
          </tr>
        </thead>
        <tbody ref={body} className="block divide-y divide-line @[31rem]:table-row-group [&_a]:scroll-mt-12">
          {items.map((item, place) => {
            const id = ids[place] ?? ''
            return (
              <tr
                key={id}
                onClick={followHeadLink}
                onAuxClick={followHeadLink}
                className={
                  'relative flex h-16 items-center gap-x-4 overflow-hidden px-4 pt-8 transition-colors has-[a[data-row]]:cursor-pointer @[31rem]:static ' +
                  'has-[a[data-row]:hover]:bg-sunk/60 hover:bg-sunk/60 has-[a[aria-current]]:bg-seal-tint has-[input:checked]:bg-seal-tint/60 ' +
                  'group-data-[density=compact]/rows:h-11 @[31rem]:table-row @[31rem]:h-11 @[31rem]:group-data-[density=compact]/rows:h-8'
                }
              >
                {columns.map((column, place) =>
                  column.isHead ? (
                    <td
                      key={column.id}
                      className="absolute inset-x-4 top-0.5 grid h-9 grid-cols-1 items-center group-data-[density=compact]/rows:top-0 group-data-[density=compact]/rows:h-11 @[31rem]:static @[31rem]:table-cell @[31rem]:h-auto! @[31rem]:py-0 @[31rem]:pr-2 @[31rem]:pl-4"
                    >
                      <span className="flex min-w-0 items-center gap-3">
                        {selection && (
                          <input
                            type="checkbox"
                            tabIndex={-1}
                            aria-label={t('adminUi.list.select', { name: selection.nameOf(item) })}
                            checked={selection.all || selection.has(id)}
                            onClick={(event) => selection.toggle(id, event.shiftKey, ids)}
                            onChange={() => undefined}
                            className="size-4 shrink-0 accent-seal pointer-coarse:size-5"
                          />
                        )}
                        <InRow value="head">
                          <span className="min-w-0 flex-1 truncate">{column.cell(item)}</span>
                        </InRow>
                      </span>
                    </td>
                  ) : (
                    <td
                      key={column.id}
                      className={`min-w-0 items-center gap-x-1 truncate text-caption text-soft @[31rem]:max-w-full @[31rem]:px-2 @[31rem]:py-0 @[31rem]:text-small @[31rem]:text-ink @[31rem]:last:pr-4 ${
                        column.isNumber ? 'tabular-nums @[31rem]:text-right' : ''
                      } ${column.isNumber || column.isTime ? 'shrink-0' : column.isWide ? '' : 'shrink-2'} ${
                        column.isMinor
                          ? whereRoom
                          : 'flex group-data-[density=compact]/rows:hidden @[31rem]:table-cell @[31rem]:group-data-[density=compact]/rows:table-cell'
                      } ${column.isWide ? '-order-1' : ''} ${column === onlyTime ? 'ml-auto' : ''} ${afterNumber(columns, place)}`}
                    >
                      {column !== onlyTime && !column.isWide && (
                        <span aria-hidden="true" className="shrink-0 @[31rem]:hidden">
                          {column.head}
                        </span>
                      )}
                      <InRow value="cell">
                        <span className="min-w-0 truncate @[31rem]:contents">{column.cell(item)}</span>
                      </InRow>
                    </td>
                  ),
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </Sheet>
  )
}

/** What a list has only where there is room for all. */
const whereRoom = 'hidden @[45rem]:table-cell'

/** The row of the body in which something stands. */
function placeOfRow(element: HTMLElement): number {
  const row = element.closest('tr')
  return row === null ? -1 : row.sectionRowIndex
}

/** A number ends where the next column begins: a text there keeps away from it. */
const afterNumber = <Item,>(columns: readonly Column<Item>[], place: number): string =>
  columns[place - 1]?.isNumber && !columns[place]?.isNumber ? '@[31rem]:pl-6!' : ''

/** What each column has of the width, with and without room for all, so that nothing moves when more rows come. */
function shareWidth<Item>(columns: readonly Column<Item>[]): CSSProperties[] {
  const narrow = columns.filter(({ isMinor }) => !isMinor)
  return columns.map(
    (column) => ({ '--narrow': widthOf(column, narrow), '--wide': widthOf(column, columns) }) as CSSProperties,
  )
}

/** Times have what they need. The others share the whole: in a table of fixed layout, what lengths have goes off the percentages. */
function widthOf<Item>(column: Column<Item>, columns: readonly Column<Item>[]): string {
  const sum = columns.reduce((one, other) => one + weightOf(other), 0)
  return column.isTime ? '8rem' : `${((100 * weightOf(column)) / sum).toFixed(2)}%`
}

const weightOf = <Item,>({ isHead, isWide, isNumber, isTime }: Column<Item>): number =>
  isTime ? 0 : isHead ? 5 : isWide ? 3.5 : isNumber ? 1.5 : 2.5

/** A press anywhere in a row is one on the link at its head, with the same keys held: a new tab stays a new tab. */
function followHeadLink(event: MouseEvent<HTMLTableRowElement>): void {
  const { target, currentTarget, button, ctrlKey, metaKey, shiftKey } = event
  if (button > 1 || !(target instanceof Element) || target.closest('a, button, input, label, [role=menu]')) return
  // Somebody has marked a text to copy it.
  if (getSelection()?.isCollapsed === false) return
  const link = currentTarget.querySelector<HTMLAnchorElement>('a[data-row]')
  if (!link) return
  if (button === 1) return void window.open(link.href, '_blank', 'noopener')
  link.focus({ preventScroll: true })
  link.dispatchEvent(
    new globalThis.MouseEvent('click', { bubbles: true, cancelable: true, detail: 1, ctrlKey, metaKey, shiftKey }),
  )
}

/** Hears the keys that are pressed inside an element. */
function useKeyDown(press: (event: KeyboardEvent) => void): RefObject<HTMLTableSectionElement | null> {
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
