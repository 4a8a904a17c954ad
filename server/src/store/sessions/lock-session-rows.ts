// Sessions that have to be there still when what was asked for in their name is done: row locks, held until the transaction ends.
import { lockPersonRow } from '../people/sign-in-method-removal-guard.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { prepareSqlQuery } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import type { SessionsTable } from '../../platform/database/database-schema.ts'
import type { OidcProviderRecordKey } from '../authorizations/authorization-store.ts'
import { ApiError } from '../../platform/api-error.ts'
import { hashBearerSecret } from '../../platform/random-bearer-secret.ts'
import { isSessionNotEndedSql } from './active-session-sql-condition.ts'

/** Holds rows by a change that changes nothing, which both databases understand. */
const lockSessionRows = (queries: DatabaseQueryBuilder) =>
  queries.updateTable('sessions').set((expression) => ({ last_seen_at: expression.ref('last_seen_at') }))

/**
 * Holds the session of a request until the transaction ends: whoever ends it at the same time either was first, and nothing more
 * is done in its name, or comes after (THREATS P4). Hold the person before.
 * @throws ApiError `session.required` where it has ended since it was looked up
 */
export async function lockSessionRow(
  transaction: DatabaseTransaction,
  { id }: Pick<SessionsTable, 'id'>,
): Promise<void> {
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
export async function lockPersonAndSessionRows(
  transaction: DatabaseTransaction,
  { person, session }: AuthenticatedSessionIds,
): Promise<void> {
  await lockPersonRow(transaction, person.id)
  await lockSessionRow(transaction, session)
}

const lockSessionOfPerson = prepareSqlQuery((queries, sessionId: string, personId: string) =>
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
export async function lockSessionRowForApplication(
  transaction: DatabaseTransaction,
  { id, person_id }: Pick<SessionsTable, 'id' | 'person_id'>,
): Promise<boolean> {
  return (await lockSessionOfPerson(transaction, id, person_id)).length > 0
}

/** Holds the sessions of people: nothing is given to an application through one, and nobody gets a name with one, meanwhile. */
export async function lockActiveSessionRowsOfPeople(
  transaction: DatabaseTransaction,
  personIds: readonly string[],
): Promise<void> {
  await lockSessionRows(transaction).where('person_id', 'in', personIds).where(isSessionNotEndedSql()).execute()
}

/** Holds every session of people, also those that have ended. @returns their ids */
export async function lockAllSessionRowsOfPeople(
  transaction: DatabaseTransaction,
  personIds: readonly string[],
): Promise<string[]> {
  return (await lockSessionRows(transaction).where('person_id', 'in', personIds).returning('id').execute()).map(
    ({ id }) => id,
  )
}

const lockByAuthorization = prepareSqlQuery((queries, authorizationId: string) =>
  queries
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('authorizations').select('session_id').where('id', '=', authorizationId),
    )
    .forUpdate(),
)

/** Holds the session behind an authorization, whether it has ended or not; for PostgreSQL alone, since on SQLite nobody writes beside us. */
export async function lockSessionRowOfAuthorization(
  transaction: DatabaseTransaction,
  authorizationId: string,
): Promise<void> {
  await lockByAuthorization(transaction, authorizationId)
}

const lockByProviderRecord = prepareSqlQuery((queries, kind: string, idHash: string) =>
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
export async function lockSessionRowOfOidcProviderRecord(
  transaction: DatabaseTransaction,
  { kind, id }: OidcProviderRecordKey,
): Promise<void> {
  await lockByProviderRecord(transaction, kind, hashBearerSecret(id))
}
