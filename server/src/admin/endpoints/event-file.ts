// The activity of all as a file: JSON lines for programs, comma-separated values for spreadsheets. Lines have their hashes with them, so
// that a copy can be compared with the log it was taken from; one that was let go has its hash alone, and the batch in which it was.
import type { AdminEvent } from '@countersign/api/admin-calls'
import { searchEvents } from '../../audit-log/search.ts'
import type { EventFilter } from '../../audit-log/search.ts'
import { csvRow } from '../../platform/csv.ts'
import type { ReadList } from '../../platform/database/replica.ts'
import { describeEvents } from './events.ts'
import { calledBy } from './name-people.ts'

/** A line of the file. */
type FiledEvent = AdminEvent & { previousHash: string; hash: string; letGoBy: number | null }

const batchSize = 500

/** All lines that are asked for, the newest first, in batches that are read as they are taken: no transaction is open in between, and
 * what is written meanwhile comes above the first. */
async function* readWhole(read: ReadList, filter: EventFilter): AsyncGenerator<FiledEvent[], void> {
  for (let before: number | null = null; ;) {
    const place = { before, after: null, size: batchSize }
    const { lines, next, events } = await read(async ({ queries }) => {
      const found = await searchEvents(queries, filter, place)
      return { ...found, events: await describeEvents(queries, found.lines) }
    })
    // An empty piece too: before each one it is asked whether who takes the file may go on.
    yield events.map((event, index) => ({
      ...event,
      previousHash: lines[index]?.previous_hash ?? '',
      hash: lines[index]?.hash ?? '',
      letGoBy: lines[index]?.let_go_by ?? null,
    }))
    if (next === null) return
    before = next
  }
}

async function* writeJsonLines(read: ReadList, filter: EventFilter): AsyncGenerator<string, void> {
  for await (const events of readWhole(read, filter)) yield events.map((event) => `${JSON.stringify(event)}\n`).join('')
}

const columns = [
  'sequence',
  'at',
  'type',
  'outcome',
  'person',
  'personName',
  'actor',
  'actorName',
  'application',
  'address',
  'networkPrefix',
  'userAgent',
  'details',
  'evidence',
  'previousHash',
  'hash',
  'letGoBy',
]

async function* writeTable(read: ReadList, filter: EventFilter): AsyncGenerator<string, void> {
  yield csvRow(columns)
  for await (const events of readWhole(read, filter)) yield events.map((event) => csvRow(cellsOf(event))).join('')
}

const cellsOf = ({
  sequence,
  at,
  type,
  outcome,
  person,
  actor,
  application,
  details,
  evidence,
  previousHash,
  hash,
  letGoBy,
}: FiledEvent): string[] => [
  String(sequence),
  at,
  type,
  outcome,
  person?.id ?? '',
  person === null ? '' : (calledBy(person) ?? ''),
  'id' in actor ? actor.id : actor.kind,
  nameOf(actor),
  application?.id ?? '',
  evidence.address ?? '',
  evidence.networkPrefix ?? '',
  evidence.userAgent ?? '',
  JSON.stringify(details),
  JSON.stringify(evidence),
  previousHash,
  hash,
  letGoBy === null ? '' : String(letGoBy),
]

/** What is known of who did it beside their id, or beside what they are. */
function nameOf(actor: AdminEvent['actor']): string {
  if ('id' in actor) return actor.name ?? ''
  return actor.kind === 'operator' ? (actor.systemUser ?? '') : actor.kind === 'server' ? actor.cause : ''
}

export const eventFiles = {
  jsonl: { write: writeJsonLines, mediaType: 'application/jsonl; charset=utf-8' },
  csv: { write: writeTable, mediaType: 'text/csv; charset=utf-8; header=present' },
}
