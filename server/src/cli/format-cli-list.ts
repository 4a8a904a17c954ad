// Lists: a table that fits the terminal, or tab-separated values in a pipe.
import { formatRelativeTime } from './format-relative-time.ts'
import { plainTextColorizer } from './terminal-colors.ts'
import type { TerminalColorizer, TerminalColorRole } from './terminal-colors.ts'
import { sanitizeTerminalOutput } from './sanitize-terminal-output.ts'
import { measureTerminalText, truncateTerminalText } from './terminal-text-width.ts'

export interface CliListColumn {
  title: string
  /** Whether the column can be cut to fit the terminal. IDs and addresses cannot: people copy them. */
  canShrink?: true
  align?: 'right'
}

/** A text, a colored text, or a time (RFC 3339), which a terminal shows relative to now. */
export type CliListCell = string | { text: string; tone: TerminalColorRole } | { at: string | null; none: string }

export interface CliList {
  columns: readonly CliListColumn[]
  rows: readonly (readonly CliListCell[])[]
  /** A sentence for an empty list, with the next command. */
  empty: string
}

export interface CliListLayout {
  /** Columns of the terminal. */
  width: number
  now: number
  paint?: TerminalColorizer
}

const gap = 2
const minShrunkWidth = 12

interface TableCell {
  text: string
  tone: TerminalColorRole | null
}

/** If the columns do not fit even when they are cut, each row is a block of lines. */
export function formatCliListForTerminal(
  { columns, rows }: CliList,
  { width, now, paint = plainTextColorizer }: CliListLayout,
): string {
  const cells = rows.map((row) => row.map((cell) => toTableCell(cell, now)))
  const widths = fitColumns(columns, cells, width)
  if (widths === null) return formatBlocks(columns, cells, { width, paint })
  const head = columns.map(({ title }): TableCell => ({ text: title, tone: 'heading' }))
  return [head, ...cells].map((row) => formatLine(row, { columns, widths, paint })).join('\n')
}

/** One row per line, without titles; times are exact, and nothing is cut. */
export const formatCliListForPipe = ({ rows }: CliList): string =>
  rows.map((row) => row.map(toPipedText).join('\t')).join('\n')

const toPipedText = (cell: CliListCell): string =>
  sanitizeTerminalOutput(typeof cell === 'string' ? cell : 'text' in cell ? cell.text : (cell.at ?? ''))

function toTableCell(cell: CliListCell, now: number): TableCell {
  if (typeof cell === 'string') return { text: sanitizeTerminalOutput(cell), tone: null }
  if ('text' in cell) return { text: sanitizeTerminalOutput(cell.text), tone: cell.tone }
  if (cell.at === null) return { text: cell.none, tone: 'dim' }
  return { text: sanitizeTerminalOutput(formatRelativeTime(cell.at, now)), tone: null }
}

/** @returns null if the columns cannot fit */
function fitColumns(
  columns: readonly CliListColumn[],
  cells: readonly (readonly TableCell[])[],
  width: number,
): number[] | null {
  const widths = columns.map(({ title }, column) =>
    cells.reduce((widest, row) => Math.max(widest, measureTerminalText(row[column]?.text ?? '')), title.length),
  )
  const minimums = columns.map(({ title, canShrink }, column) =>
    canShrink === true
      ? Math.min(widths[column] as number, Math.max(minShrunkWidth, measureTerminalText(title)))
      : (widths[column] as number),
  )
  const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, gap * (columns.length - 1))
  if (sum(minimums) > width) return null
  while (sum(widths) > width) {
    const spare = widths.map((one, column) => one - (minimums[column] as number))
    const widest = widths.reduce(
      (found, one, column) =>
        (spare[column] as number) > 0 && (found === -1 || one > (widths[found] as number)) ? column : found,
      -1,
    )
    widths[widest] = (widths[widest] as number) - 1
  }
  return widths
}

function formatLine(
  row: readonly TableCell[],
  {
    columns,
    widths,
    paint,
  }: { columns: readonly CliListColumn[]; widths: readonly number[]; paint: TerminalColorizer },
): string {
  return row
    .map(({ text, tone }, column) => {
      const cut = truncateTerminalText(text, widths[column] as number)
      const padding = ' '.repeat((widths[column] as number) - measureTerminalText(cut))
      const painted = tone === null ? cut : paint(tone, cut)
      if (columns[column]?.align === 'right') return `${padding}${painted}`
      return column === row.length - 1 ? painted : `${painted}${padding}`
    })
    .join(' '.repeat(gap))
    .trimEnd()
}

function formatBlocks(
  columns: readonly CliListColumn[],
  cells: readonly (readonly TableCell[])[],
  { width, paint }: { width: number; paint: TerminalColorizer },
): string {
  const titleWidth = Math.max(...columns.slice(1).map(({ title }) => measureTerminalText(title)))
  return cells
    .map(([first, ...others]) =>
      [
        paint('heading', first?.text ?? ''),
        ...others.map(({ text, tone }, index) => {
          const title = columns[index + 1]?.title ?? ''
          const label = `  ${title}${' '.repeat(titleWidth - measureTerminalText(title))}  `
          const canShrink = columns[index + 1]?.canShrink === true
          const shown = canShrink ? truncateTerminalText(text, Math.max(minShrunkWidth, width - label.length)) : text
          return `${paint('dim', label)}${tone === null ? shown : paint(tone, shown)}`.trimEnd()
        }),
      ].join('\n'),
    )
    .join('\n')
}
