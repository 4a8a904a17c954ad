// The activity as a file: JSON lines for programs, comma-separated values for spreadsheets.
import type { ActivityEvent } from '@countersign/api/calls'

const columns = ['sequence', 'at', 'type', 'outcome', 'application', 'address', 'networkPrefix', 'userAgent', 'details', 'evidence'] as const

/** Each event as a line of JSON, a batch at a time. */
export async function* writeJsonLines(batches: AsyncIterable<readonly ActivityEvent[]>): AsyncGenerator<string, void> {
  for await (const events of batches) yield events.map((event) => `${JSON.stringify(event)}\n`).join('')
}

/** A table with a head (RFC 4180), a batch at a time. */
export async function* writeTable(batches: AsyncIterable<readonly ActivityEvent[]>): AsyncGenerator<string, void> {
  yield row(columns)
  for await (const events of batches) yield events.map((event) => row(cellsOf(event))).join('')
}

const cellsOf = ({ sequence, at, type, outcome, application, details, evidence }: ActivityEvent): string[] => [
  String(sequence),
  at,
  type,
  outcome,
  application?.name ?? '',
  evidence['address'] ?? '',
  evidence['networkPrefix'] ?? '',
  evidence['userAgent'] ?? '',
  JSON.stringify(details),
  JSON.stringify(evidence),
]

const row = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`

/** A spreadsheet takes a cell that begins like this for a formula, and strangers choose what their browser and application are called
 * (THREATS N4). The apostrophe makes it text; the wide forms count as the narrow ones in some languages. */
const formula = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

const cell = (text: string): string => `"${(formula.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
