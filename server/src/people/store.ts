// The SQL of people.
import type { Person } from '@countersign/api/calls'
import { formatTime } from '../platform/clock.ts'
import type { Transaction } from '../platform/database/open-database.ts'
import type { PeopleTable } from '../platform/database/schema.ts'

/** A person as the person sees it. */
export const describePerson = (row: Pick<PeopleTable, 'id' | 'display_name' | 'created_at'>): Person => ({
  id: row.id,
  displayName: row.display_name,
  createdAt: formatTime(row.created_at),
})

export async function insertPerson(transaction: Transaction, id: string, now: number): Promise<PeopleTable> {
  return transaction
    .insertInto('people')
    .values({
      id,
      display_name: null,
      picture_url: null,
      locale: null,
      status: 'active',
      created_at: now,
      last_seen_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function removePerson(transaction: Transaction, id: string): Promise<void> {
  await transaction.deleteFrom('people').where('id', '=', id).execute()
}
