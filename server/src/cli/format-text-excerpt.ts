// Shows a range of a text as a compiler does, with its line, context lines and carets.
import { plainTextColorizer } from './terminal-colors.ts'
import type { TerminalColorizer } from './terminal-colors.ts'
import { toEscapedTerminalCharacters } from './escape-for-terminal.ts'
import type { EscapedTerminalCharacter } from './escape-for-terminal.ts'

const columns = 100

const contextColumns = 60

interface TextRange {
  offset: number
  length: number
}

export function formatTextExcerpt(
  text: string,
  place: TextRange,
  { around, paint = plainTextColorizer }: { around: number; paint?: TerminalColorizer },
): string {
  const lines = text.split('\n')
  const index = text.slice(0, place.offset).split('\n').length - 1
  const [first, last] = [Math.max(0, index - around), Math.min(lines.length - 1, index + around)]
  const width = String(last + 1).length
  const margin = (number: string): string => paint('dim', `${number.padStart(width)} |`)
  const drawn: string[] = []
  for (let number = first; number <= last; number += 1) {
    const line = lines[number] as string
    if (number !== index) {
      drawn.push(
        `${margin(String(number + 1))} ${formatCells(cutAfter(toEscapedTerminalCharacters(line), columns))}`.trimEnd(),
      )
      continue
    }
    const start = place.offset - lines.slice(0, number).reduce((sum, each) => sum + each.length + 1, 0)
    const marked = formatMarkedLine(line, { offset: start, length: place.length }, number < lines.length - 1)
    drawn.push(
      `${margin(String(number + 1))} ${marked.line}`.trimEnd(),
      `${margin('')} ${marked.indent}${paint('error', marked.carets)}`,
    )
  }
  return drawn.join('\n')
}

function formatMarkedLine(
  line: string,
  { offset, length }: TextRange,
  hasLineFeed: boolean,
): { line: string; indent: string; carets: string } {
  const cells = toEscapedTerminalCharacters(hasLineFeed && offset === line.length && length > 0 ? `${line}\n` : line)
  const start = cellAt(cells, offset)
  const end = Math.max(start + 1, cellAt(cells, offset + length))
  const from = widthOf(cells) > columns ? cutBefore(cells, start) : 0
  const shown = cutAfter(cells.slice(from), columns)
  const lead = from > 0 ? '…' : ''
  const indent = widthOf(cells.slice(from, start)) + lead.length
  const meant = Math.min(widthOf(cells.slice(start, end)), widthOf(shown) + lead.length - indent)
  return { line: lead + formatCells(shown), indent: ' '.repeat(indent), carets: '^'.repeat(Math.max(1, meant)) }
}

function cellAt(cells: readonly EscapedTerminalCharacter[], offset: number): number {
  let [index, units] = [0, 0]
  for (const cell of cells) {
    units += cell.units
    if (units > offset) break
    index += 1
  }
  return index
}

function cutBefore(cells: readonly EscapedTerminalCharacter[], place: number): number {
  let [from, width] = [place, 0]
  while (from > 0 && width < contextColumns) {
    from -= 1
    width += (cells[from] as EscapedTerminalCharacter).width
  }
  return from
}

function cutAfter(cells: readonly EscapedTerminalCharacter[], most: number): EscapedTerminalCharacter[] {
  const shown: EscapedTerminalCharacter[] = []
  let width = 0
  for (const cell of cells) {
    width += cell.width
    if (width > most) return [...shown, { text: '…', width: 1, units: 0 }]
    shown.push(cell)
  }
  return shown
}

const widthOf = (cells: readonly EscapedTerminalCharacter[]): number => cells.reduce((sum, { width }) => sum + width, 0)
const formatCells = (cells: readonly EscapedTerminalCharacter[]): string => cells.map(({ text }) => text).join('')
