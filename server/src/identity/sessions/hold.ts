// A session that has to be there still when what it asked for is done.
import { holdPerson } from '../people/ways-in.ts'
import type { Transaction } from '../../platform/database/open-database.ts'
import type { SessionsTable } from '../../platform/database/schema.ts'
import { Refusal } from '../../platform/refusal.ts'

/**
 * Holds the session of a request until the transaction ends: whoever ends it at the same time either was first, and nothing more
 * is done in its name, or comes after (THREATS P4). Hold the person before.
 * @throws Refusal `session.required` where it has ended since it was looked up
 */
export async function holdSession(transaction: Transaction, { id }: Pick<SessionsTable, 'id'>): Promise<void> {
  const held = await transaction
    .updateTable('sessions')
    .set((expression) => ({ last_seen_at: expression.ref('last_seen_at') }))
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (held === undefined) throw new Refusal('session.required', { privateDetail: 'it ended meanwhile' })
}

/** A session and its person, as the request was found to come with. */
export interface Holder {
  person: { id: string }
  session: { id: string }
}

/**
 * Holds who is signed in, the person before the session, as everybody does.
 * @throws Refusal `session.required` where either has ended since
 */
export async function holdSignedIn(transaction: Transaction, { person, session }: Holder): Promise<void> {
  await holdPerson(transaction, person.id)
  await holdSession(transaction, session)
}
