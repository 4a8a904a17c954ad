// Holds on to who is signed in while something of theirs changes. Between the look at the session and the change both can have
// ended: the session by the person in another browser, the person by an operator or a merge (THREATS P4).
import { holdPerson } from '../people/ways-in.ts'
import type { Transaction } from '../platform/database/open-database.ts'

/** A session and its person, as the request was found to come with. */
export interface Holder {
  person: { id: string }
  session: { id: string }
}

/**
 * Holds the person of a session until the transaction ends: whoever changes the same person at the same time waits.
 * @returns whether they are signed in still
 * @throws Refusal `session.required` where the person was erased meanwhile
 */
export async function holdSignedIn(transaction: Transaction, { person, session }: Holder, now: number): Promise<boolean> {
  const held = await holdPerson(transaction, person.id)
  if (held.status !== 'active') return false
  const active = await transaction
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', session.id)
    .where('person_id', '=', person.id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('idle_expires_at', '>', now)
    .executeTakeFirst()
  return active !== undefined
}
