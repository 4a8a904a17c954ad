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

/** A no-op update takes the lock on both databases. */
const lockSessionRows = (queries: DatabaseQueryBuilder) =>
  queries.updateTable('sessions').set((expression) => ({ last_seen_at: expression.ref('last_seen_at') }))

/** Requires the person lock (THREATS P4). @throws ApiError `session.required` */
export async function lockSessionRow(
  transaction: DatabaseTransaction,
  { id }: Pick<SessionsTable, 'id'>,
): Promise<void> {
  const held = await lockSessionRows(transaction)
    .where('id', '=', id)
    .where(isSessionNotEndedSql())
    .returning('id')
    .executeTakeFirst()
  if (held === undefined)
    throw new ApiError('session.required', { privateDetail: 'the session ended during the request' })
}

export interface AuthenticatedSessionIds {
  person: { id: string }
  session: { id: string }
}

/** @throws ApiError `session.required` if the person is erased or the session has ended */
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

/** Concurrent attempts to end the session must wait. @returns whether the session is active */
export async function lockSessionRowForApplication(
  transaction: DatabaseTransaction,
  { id, person_id }: Pick<SessionsTable, 'id' | 'person_id'>,
): Promise<boolean> {
  return (await lockSessionOfPerson(transaction, id, person_id)).length > 0
}

export async function lockActiveSessionRowsOfPeople(
  transaction: DatabaseTransaction,
  personIds: readonly string[],
): Promise<void> {
  await lockSessionRows(transaction).where('person_id', 'in', personIds).where(isSessionNotEndedSql()).execute()
}

/** Includes ended sessions. */
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

/** Includes ended sessions. Needed only on PostgreSQL, because SQLite has a single writer. */
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

export async function lockSessionRowOfOidcProviderRecord(
  transaction: DatabaseTransaction,
  { kind, id }: OidcProviderRecordKey,
): Promise<void> {
  await lockByProviderRecord(transaction, kind, hashBearerSecret(id))
}
