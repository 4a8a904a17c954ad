// People as a file for spreadsheets: those who were chosen, or all who match, as far as one act goes. Made piece by piece, as a slow connection takes it.
import type { AdminInput, AdminPerson } from '@countersign/api/admin-calls'
import { bulkLimits } from '@countersign/api/limits'
import type { App } from '../../platform/call.ts'
import { csvRow } from '../../platform/csv.ts'
import type { ReadList } from '../../platform/database/replica.ts'
import { chosenPart } from './bulk-people.ts'
import { describePeople } from './people.ts'

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

const cellsOf = (person: AdminPerson): string[] => [
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

/** @throws Refusal `request.invalid` where it is not said who */
export async function* writePeople(
  app: Pick<App, 'settings' | 'clock'>,
  read: ReadList,
  body: AdminInput<'exportPeople'>['body'],
): AsyncGenerator<string, void> {
  let written = 0
  for (let cursor: string | undefined; ;) {
    const part = await read((database) => chosenPart({ ...app, database }, body, cursor))
    const ids = part.ids.slice(0, bulkLimits.people - written)
    // The first piece has the head as well: what cannot be chosen is refused before anything is sent.
    let rows = cursor === undefined ? csvRow(columns) : ''
    for (let from = 0; from < ids.length; from += bulkLimits.preview) {
      const some = ids.slice(from, from + bulkLimits.preview)
      const people = await read(({ queries }) => describePeople(queries, some, app.clock()))
      yield rows + people.map((person) => csvRow(cellsOf(person))).join('')
      rows = ''
    }
    // An empty piece too: before each one it is asked whether who takes the file may go on.
    yield rows
    written += ids.length
    if (part.nextCursor === null || written >= bulkLimits.people) return
    cursor = part.nextCursor
  }
}
