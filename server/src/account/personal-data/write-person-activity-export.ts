import type { ApiActivityEvent } from '@countersign/api/api-endpoints'
import { formatCsvRow } from '../../platform/format-csv-row.ts'

const csvColumns = [
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

export async function* writePersonActivityJsonLines(
  batches: AsyncIterable<readonly ApiActivityEvent[]>,
): AsyncGenerator<string, void> {
  for await (const events of batches) yield events.map((event) => `${JSON.stringify(event)}\n`).join('')
}

/** RFC 4180. */
export async function* writePersonActivityCsv(
  batches: AsyncIterable<readonly ApiActivityEvent[]>,
): AsyncGenerator<string, void> {
  yield formatCsvRow(csvColumns)
  for await (const events of batches) yield events.map((event) => formatCsvRow(toCsvCells(event))).join('')
}

const toCsvCells = ({ sequence, at, type, outcome, application, details, evidence }: ApiActivityEvent): string[] => [
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
