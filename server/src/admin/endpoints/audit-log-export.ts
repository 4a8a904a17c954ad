// Exports the audit log as JSON lines or CSV, with hashes that show whether it matches the log.
import type { AdminApiAuditEvent } from '@countersign/api/admin-api-endpoints'
import { searchAuditLog } from '../../audit-log/search-audit-log.ts'
import type { AuditEntryFilter } from '../../audit-log/search-audit-log.ts'
import { formatCsvRow } from '../../platform/format-csv-row.ts'
import type { RunReadOnReplicaOrDatabase } from '../../platform/database/read-replica-with-fallback.ts'
import { addNamesToAuditEvents } from './list-audit-events.ts'
import { formatPersonNameOrWallet } from './read-person-summaries.ts'

type ExportedEntry = AdminApiAuditEvent & { previousHash: string; hash: string; expiredBy: number | null }

const batchSize = 500

/** No transaction stays open between batches. */
async function* readAllEntries(
  read: RunReadOnReplicaOrDatabase,
  filter: AuditEntryFilter,
): AsyncGenerator<ExportedEntry[], void> {
  for (let before: number | null = null; ;) {
    const place = { before, after: null, size: batchSize }
    const { entries, nextBefore, events } = await read(async ({ queries }) => {
      const found = await searchAuditLog(queries, filter, place)
      return { ...found, events: await addNamesToAuditEvents(queries, found.entries) }
    })
    // Empty batches are yielded too, because the permission is rechecked before each batch.
    yield events.map((event, index) => ({
      ...event,
      previousHash: entries[index]?.previous_hash ?? '',
      hash: entries[index]?.hash ?? '',
      expiredBy: entries[index]?.expired_by ?? null,
    }))
    if (nextBefore === null) return
    before = nextBefore
  }
}

async function* writeJsonLines(
  read: RunReadOnReplicaOrDatabase,
  filter: AuditEntryFilter,
): AsyncGenerator<string, void> {
  for await (const events of readAllEntries(read, filter))
    yield events.map((event) => `${JSON.stringify(event)}\n`).join('')
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
  'expiredBy',
]

async function* writeCsv(read: RunReadOnReplicaOrDatabase, filter: AuditEntryFilter): AsyncGenerator<string, void> {
  yield formatCsvRow(columns)
  for await (const events of readAllEntries(read, filter))
    yield events.map((event) => formatCsvRow(cellsOf(event))).join('')
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
  expiredBy,
}: ExportedEntry): string[] => [
  String(sequence),
  at,
  type,
  outcome,
  person?.id ?? '',
  person === null ? '' : (formatPersonNameOrWallet(person) ?? ''),
  'id' in actor ? actor.id : actor.kind,
  actorNameOf(actor),
  application?.id ?? '',
  evidence.address ?? '',
  evidence.networkPrefix ?? '',
  evidence.userAgent ?? '',
  JSON.stringify(details),
  JSON.stringify(evidence),
  previousHash,
  hash,
  expiredBy === null ? '' : String(expiredBy),
]

function actorNameOf(actor: AdminApiAuditEvent['actor']): string {
  if ('id' in actor) return actor.name ?? ''
  return actor.kind === 'operator' ? (actor.systemUser ?? '') : actor.kind === 'server' ? actor.cause : ''
}

export const auditLogExportFormats = {
  jsonl: { write: writeJsonLines, mediaType: 'application/jsonl; charset=utf-8' },
  csv: { write: writeCsv, mediaType: 'text/csv; charset=utf-8; header=present' },
}
