import type { AdminApiEndpointInput, AdminApiPerson } from '@countersign/api/admin-api-endpoints'
import { bulkActionLimits } from '@countersign/api/server-limits'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import { formatCsvRow } from '../../platform/format-csv-row.ts'
import type { RunReadOnReplicaOrDatabase } from '../../platform/database/read-replica-with-fallback.ts'
import { selectBulkActionPeopleBatch } from './bulk-people-actions.ts'
import { createPeopleListReferenceTimes } from './find-people-list-page.ts'
import { readPeopleListEntries } from './read-people-list-entries.ts'

const columns = [
  'id',
  'name',
  'status',
  'roles',
  'address',
  'walletName',
  'wallets',
  'passkeys',
  'sessions',
  'createdAt',
  'lastSeenAt',
]

const cellsOf = (person: AdminApiPerson): string[] => [
  person.id,
  person.displayName ?? '',
  person.status,
  person.roles.join(' '),
  person.address ?? '',
  person.walletName ?? '',
  String(person.wallets),
  String(person.passkeys),
  String(person.sessions),
  person.createdAt,
  person.lastSeenAt,
]

export async function* streamPeopleCsv(
  app: Pick<ServerAppContext, 'settings' | 'clock'>,
  read: RunReadOnReplicaOrDatabase,
  body: AdminApiEndpointInput<'exportPeople'>['body'],
): AsyncGenerator<string, void> {
  let written = 0
  for (let cursor: string | undefined; ;) {
    const part = await read((database) => selectBulkActionPeopleBatch({ ...app, database }, body, cursor))
    const ids = part.ids.slice(0, bulkActionLimits.people - written)
    // The header row goes out with the first rows, so that an invalid selection sends nothing.
    let rows = cursor === undefined ? formatCsvRow(columns) : ''
    for (let from = 0; from < ids.length; from += bulkActionLimits.preview) {
      const some = ids.slice(from, from + bulkActionLimits.preview)
      const people = await read(({ queries }) =>
        readPeopleListEntries(queries, some, createPeopleListReferenceTimes(app.settings.limits, app.clock())),
      )
      yield rows + people.map((person) => formatCsvRow(cellsOf(person))).join('')
      rows = ''
    }
    // Empty chunks are yielded too, because the permission is rechecked before each chunk.
    yield rows
    written += ids.length
    if (part.nextCursor === null || written >= bulkActionLimits.people) return
    cursor = part.nextCursor
  }
}
