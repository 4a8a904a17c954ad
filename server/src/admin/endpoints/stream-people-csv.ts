// People as a file for spreadsheets: those who were chosen, or all who match, as far as one act goes. Made piece by piece, as a slow connection takes it.
import type { AdminApiEndpointInput, AdminApiPerson } from '@countersign/api/admin-api-endpoints'
import { bulkActionLimits } from '@countersign/api/server-limits'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import { formatCsvRow } from '../../platform/format-csv-row.ts'
import type { RunReadOnReplicaOrDatabase } from '../../platform/database/read-replica-with-fallback.ts'
import { selectBulkActionPeopleBatch } from './bulk-people-actions.ts'
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

/** @throws ApiError `request.invalid` where it is not said who */
export async function* streamPeopleCsv(
  app: Pick<ServerAppContext, 'settings' | 'clock'>,
  read: RunReadOnReplicaOrDatabase,
  body: AdminApiEndpointInput<'exportPeople'>['body'],
): AsyncGenerator<string, void> {
  let written = 0
  for (let cursor: string | undefined; ;) {
    const part = await read((database) => selectBulkActionPeopleBatch({ ...app, database }, body, cursor))
    const ids = part.ids.slice(0, bulkActionLimits.people - written)
    // The first piece has the head as well: what cannot be chosen is refused before anything is sent.
    let rows = cursor === undefined ? formatCsvRow(columns) : ''
    for (let from = 0; from < ids.length; from += bulkActionLimits.preview) {
      const some = ids.slice(from, from + bulkActionLimits.preview)
      const people = await read(({ queries }) => readPeopleListEntries(queries, some, app.clock()))
      yield rows + people.map((person) => formatCsvRow(cellsOf(person))).join('')
      rows = ''
    }
    // An empty piece too: before each one it is asked whether who takes the file may go on.
    yield rows
    written += ids.length
    if (part.nextCursor === null || written >= bulkActionLimits.people) return
    cursor = part.nextCursor
  }
}
