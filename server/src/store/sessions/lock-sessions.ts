// Sessions that have to be there still when what was asked for in their name is done: row locks, held until the transaction ends.
import { lockPerson } from '../people/sign-in-method-removal-guard.ts'
import type { DatabaseQueries, DatabaseTransaction } from '../../platform/database/open-database.ts'
import { prepareQuery } from '../../platform/database/prepared-queries.ts'
import type { SessionsTable } from '../../platform/database/database-schema.ts'
import type { OidcProviderRecordKey } from '../authorizations/authorization-store.ts'
import { ApiError } from '../../platform/api-error.ts'
import { hashBearerSecret } from '../../platform/bearer-secret.ts'
import { isSessionNotEndedSql } from './active-session-condition.ts'

/** Holds rows by a change that changes nothing, which both databases understand. */
const lockSessionRows = (queries: DatabaseQueries) =>
  queries.updateTable('sessions').set((expression) => ({ last_seen_at: expression.ref('last_seen_at') }))

/**
 * Holds the session of a request until the transaction ends: whoever ends it at the same time either was first, and nothing more
 * is done in its name, or comes after (THREATS P4). Hold the person before.
 * @throws ApiError `session.required` where it has ended since it was looked up
 */
export async function lockSession(transaction: DatabaseTransaction, { id }: Pick<SessionsTable, 'id'>): Promise<void> {
  const held = await lockSessionRows(transaction)
    .where('id', '=', id)
    .where(isSessionNotEndedSql())
    .returning('id')
    .executeTakeFirst()
  if (held === undefined) throw new ApiError('session.required', { privateDetail: 'it ended meanwhile' })
}

/** A session and its person, as the request was found to come with. */
export interface AuthenticatedSessionIds {
  person: { id: string }
  session: { id: string }
}

/**
 * Holds who is signed in, the person before the session, as everybody does.
 * @throws ApiError `session.required` where either has ended since
 */
export async function lockPersonAndSession(
  transaction: DatabaseTransaction,
  { person, session }: AuthenticatedSessionIds,
): Promise<void> {
  await lockPerson(transaction, person.id)
  await lockSession(transaction, session)
}

const lockSessionOfPerson = prepareQuery((queries, sessionId: string, personId: string) =>
  lockSessionRows(queries)
    .where('id', '=', sessionId)
    .where('person_id', '=', personId)
    .where(isSessionNotEndedSql())
    .returning('id'),
)

/**
 * Holds a session through which an application is given something: ending it waits, and then takes that with it.
 * @returns whether it is there still
 */
export async function lockSessionForApplication(
  transaction: DatabaseTransaction,
  { id, person_id }: Pick<SessionsTable, 'id' | 'person_id'>,
): Promise<boolean> {
  return (await lockSessionOfPerson(transaction, id, person_id)).length > 0
}

/** Holds the sessions of people: nothing is given to an application through one, and nobody gets a name with one, meanwhile. */
export async function lockActiveSessionsOfPeople(
  transaction: DatabaseTransaction,
  personIds: readonly string[],
): Promise<void> {
  await lockSessionRows(transaction).where('person_id', 'in', personIds).where(isSessionNotEndedSql()).execute()
}

/** Holds every session of people, also those that have ended. @returns their ids */
export async function lockAllSessionsOfPeople(
  transaction: DatabaseTransaction,
  personIds: readonly string[],
): Promise<string[]> {
  return (await lockSessionRows(transaction).where('person_id', 'in', personIds).returning('id').execute()).map(
    ({ id }) => id,
  )
}

const lockByAuthorization = prepareQuery((queries, authorizationId: string) =>
  queries
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('authorizations').select('session_id').where('id', '=', authorizationId),
    )
    .forUpdate(),
)

/** Holds the session behind an authorization, whether it has ended or not; for PostgreSQL alone, since on SQLite nobody writes beside us. */
export async function lockSessionOfAuthorization(
  transaction: DatabaseTransaction,
  authorizationId: string,
): Promise<void> {
  await lockByAuthorization(transaction, authorizationId)
}

const lockByProviderRecord = prepareQuery((queries, kind: string, idHash: string) =>
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
export async function lockSessionOfOidcProviderRecord(
  transaction: DatabaseTransaction,
  { kind, id }: OidcProviderRecordKey,
): Promise<void> {
  await lockByProviderRecord(transaction, kind, hashBearerSecret(id))
}
