// Sessions that have to be there still when what was asked for in their name is done: row locks, held until the transaction ends.
import { holdPerson } from '../people/ways-in.ts'
import type { Queries, Transaction } from '../../platform/database/open-database.ts'
import { prepare } from '../../platform/database/prepared.ts'
import type { SessionsTable } from '../../platform/database/schema.ts'
import type { RecordChoice } from '../authorizations/store.ts'
import { Refusal } from '../../platform/refusal.ts'
import { hashSecret } from '../../platform/secret.ts'
import { notEnded } from './live.ts'

/** Holds rows by a change that changes nothing, which both databases understand. */
const hold = (queries: Queries) =>
  queries.updateTable('sessions').set((expression) => ({ last_seen_at: expression.ref('last_seen_at') }))

/**
 * Holds the session of a request until the transaction ends: whoever ends it at the same time either was first, and nothing more
 * is done in its name, or comes after (THREATS P4). Hold the person before.
 * @throws Refusal `session.required` where it has ended since it was looked up
 */
export async function holdSession(transaction: Transaction, { id }: Pick<SessionsTable, 'id'>): Promise<void> {
  const held = await hold(transaction).where('id', '=', id).where(notEnded()).returning('id').executeTakeFirst()
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

const holdOfPerson = prepare((queries, sessionId: string, personId: string) =>
  hold(queries).where('id', '=', sessionId).where('person_id', '=', personId).where(notEnded()).returning('id'),
)

/**
 * Holds a session through which an application is given something: ending it waits, and then takes that with it.
 * @returns whether it is there still
 */
export async function holdForApplication(
  transaction: Transaction,
  { id, person_id }: Pick<SessionsTable, 'id' | 'person_id'>,
): Promise<boolean> {
  return (await holdOfPerson(transaction, id, person_id)).length > 0
}

/** Holds the sessions of people: nothing is given to an application through one, and nobody gets a name with one, meanwhile. */
export async function holdSessionsOf(transaction: Transaction, personIds: readonly string[]): Promise<void> {
  await hold(transaction).where('person_id', 'in', personIds).where(notEnded()).execute()
}

/** Holds every session of people, also those that have ended. @returns their ids */
export async function holdAllSessionsOf(transaction: Transaction, personIds: readonly string[]): Promise<string[]> {
  return (await hold(transaction).where('person_id', 'in', personIds).returning('id').execute()).map(({ id }) => id)
}

const holdBehind = prepare((queries, authorizationId: string) =>
  queries
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('authorizations').select('session_id').where('id', '=', authorizationId),
    )
    .forUpdate(),
)

/** Holds the session behind an authorization, whether it has ended or not; for PostgreSQL alone, since on SQLite nobody writes beside us. */
export async function holdSessionBehind(transaction: Transaction, authorizationId: string): Promise<void> {
  await holdBehind(transaction, authorizationId)
}

const holdBehindRecord = prepare((queries, kind: string, idHash: string) =>
  queries
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('authorizations')
        .innerJoin('provider_records', 'provider_records.authorization_id', 'authorizations.id')
        .select('authorizations.session_id')
        .where('provider_records.kind', '=', kind)
        .where('provider_records.id_hash', '=', idHash),
    )
    .forUpdate('sessions'),
)

/** The same for the session that a code or token hangs on, where it does. */
export async function holdSessionBehindRecord(transaction: Transaction, { kind, id }: RecordChoice): Promise<void> {
  await holdBehindRecord(transaction, kind, hashSecret(id))
}
