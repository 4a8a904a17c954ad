// The activity as a file: JSON lines for programs, comma-separated values for spreadsheets.
import type { ActivityEvent } from '@countersign/api/calls'
import { csvRow } from '../../platform/csv.ts'

const columns = [
  'sequence',
  'at',
  'type',
  'outcome',
  'application',
  'address',
  'networkPrefix',
  'userAgent',
  'details',
  'evidence',
] as const

/** Each event as a line of JSON, a batch at a time. */
export async function* writeJsonLines(batches: AsyncIterable<readonly ActivityEvent[]>): AsyncGenerator<string, void> {
  for await (const events of batches) yield events.map((event) => `${JSON.stringify(event)}\n`).join('')
}

/** A table with a head (RFC 4180), a batch at a time. */
export async function* writeTable(batches: AsyncIterable<readonly ActivityEvent[]>): AsyncGenerator<string, void> {
  yield csvRow(columns)
  for await (const events of batches) yield events.map((event) => csvRow(cellsOf(event))).join('')
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
