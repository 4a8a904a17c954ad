// Every use checks this, so that changes apply at once on every instance (THREATS P4, O2).
import { isActivePersonSql } from '../../store/people/active-person-sql-condition.ts'
import {
  lockSessionRowOfAuthorization,
  lockSessionRowOfOidcProviderRecord,
} from '../../store/sessions/lock-session-rows.ts'
import { isActiveSessionSql } from '../../store/sessions/active-session-sql-condition.ts'
import {
  lockAuthorizationRowById,
  lockAuthorizationRowOfOidcProviderRecord,
} from '../../store/authorizations/authorization-store.ts'
import type { OidcProviderRecordKey } from '../../store/authorizations/authorization-store.ts'
import { parseStoredConsentDecision } from '../../store/grants/consent-grant-store.ts'
import type { ConsentDecision } from '../../store/grants/consent-grant-store.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { prepareSqlQuery } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import type { AuthorizationsTable, PeopleTable, ProviderRecordsTable } from '../../platform/database/database-schema.ts'
import { hashBearerSecret } from '../../platform/random-bearer-secret.ts'

export interface OidcAuthorizationSnapshot {
  authorization: Pick<AuthorizationsTable, 'id' | 'person_id' | 'application_id' | 'created_at'>
  person: PersonProfile
  /** Null if the person has revoked the grant. */
  grant: ConsentDecision | null
  subject: string | null
  username: string | null
}

export type PersonProfile = Pick<PeopleTable, 'id' | 'display_name' | 'picture_url' | 'locale'>

export type ValidOidcProviderRecord = Pick<
  ProviderRecordsTable,
  'kind' | 'payload' | 'consumed_at' | 'created_at' | 'expires_at' | 'person_id' | 'application_id'
> & {
  session_id: string | null
  authorizationSnapshot: OidcAuthorizationSnapshot | null
}

/** One statement, so that all parts are from the same moment. */
const selectValidRecords = (queries: DatabaseQueryBuilder, idHash: string, now: number) =>
  queries
    .selectFrom('provider_records as record')
    .leftJoin('authorizations as authorization', 'authorization.id', 'record.authorization_id')
    .leftJoin('sessions as session', 'session.id', 'authorization.session_id')
    .leftJoin('people as person', 'person.id', 'authorization.person_id')
    .leftJoin('applications as application', 'application.id', 'record.application_id')
    .leftJoin('grants', (join) =>
      join
        .onRef('grants.person_id', '=', 'authorization.person_id')
        .onRef('grants.application_id', '=', 'authorization.application_id')
        .on('grants.revoked_at', 'is', null),
    )
    .leftJoin('subjects', (join) =>
      join
        .onRef('subjects.person_id', '=', 'authorization.person_id')
        .onRef('subjects.sector', '=', 'application.sector'),
    )
    .leftJoin('usernames', (join) =>
      join.onRef('usernames.person_id', '=', 'authorization.person_id').on('usernames.is_current', '=', 1),
    )
    .select([
      'record.kind',
      'record.payload',
      'record.consumed_at',
      'record.created_at',
      'record.expires_at',
      'record.person_id',
      'record.application_id',
      'authorization.session_id',
    ])
    .select([
      'authorization.id as authorization_id',
      'authorization.person_id as owner_id',
      'authorization.application_id as given_to',
      'authorization.created_at as given_at',
    ])
    .select([
      'person.display_name',
      'person.picture_url',
      'person.locale',
      'grants.scopes',
      'grants.denied_scopes',
      'grants.resources',
      'subjects.subject',
      'usernames.name as user_name',
    ])
    .where('record.id_hash', '=', idHash)
    .where((expression) =>
      expression.or([
        expression('record.authorization_id', 'is', null),
        expression.and([isActiveSessionSql(now, 'session'), isActivePersonSql('person')]),
      ]),
    )
    .where((expression) =>
      expression.or([expression('record.application_id', 'is', null), expression('application.enabled', '=', 1)]),
    )

const selectValidRecord = prepareSqlQuery((queries, kind: string, idHash: string, now: number) =>
  selectValidRecords(queries, idHash, now).where('record.kind', '=', kind),
)

type ValidRecordRow = Awaited<ReturnType<typeof selectValidRecord>>[number]

function toValidProviderRecord(row: ValidRecordRow): ValidOidcProviderRecord {
  const { kind, payload, consumed_at, created_at, expires_at, person_id, application_id, session_id } = row
  return {
    kind,
    payload,
    consumed_at,
    created_at,
    expires_at,
    person_id,
    application_id,
    session_id,
    authorizationSnapshot: toAuthorizationSnapshot(row),
  }
}

function toAuthorizationSnapshot({
  authorization_id,
  owner_id,
  given_to,
  given_at,
  scopes,
  denied_scopes: withheld,
  resources,
  subject,
  user_name: username,
  ...shown
}: ValidRecordRow): OidcAuthorizationSnapshot | null {
  if (authorization_id === null || owner_id === null || given_to === null || given_at === null) return null
  const { display_name, picture_url, locale } = shown
  return {
    authorization: { id: authorization_id, person_id: owner_id, application_id: given_to, created_at: given_at },
    person: { id: owner_id, display_name, picture_url, locale },
    grant:
      scopes === null || withheld === null || resources === null
        ? null
        : parseStoredConsentDecision({ scopes, denied_scopes: withheld, resources }),
    subject,
    username,
  }
}

export async function findValidOidcProviderRecord(
  queries: DatabaseQueryBuilder,
  kind: string,
  id: string,
  now: number,
): Promise<ValidOidcProviderRecord | undefined> {
  const [row] = await selectValidRecord(queries, kind, hashBearerSecret(id), now)
  return row && toValidProviderRecord(row)
}

/** RFC 7662 §2.1: a client can introspect these without naming the kind. */
export const introspectableTokenKinds = ['AccessToken', 'ClientCredentials', 'RefreshToken'] as const

const selectValidToken = prepareSqlQuery((queries, idHash: string, now: number) =>
  selectValidRecords(queries, idHash, now).where('record.kind', 'in', introspectableTokenKinds),
)

export async function findValidOAuthToken(
  queries: DatabaseQueryBuilder,
  id: string,
  now: number,
): Promise<ValidOidcProviderRecord | undefined> {
  const [row] = await selectValidToken(queries, hashBearerSecret(id), now)
  return row && toValidProviderRecord(row)
}

export type OAuthTokenFamilyReference = { authorizationId: string } | OidcProviderRecordKey

// Locks in the order in which a session ends; any other order can deadlock.
export async function lockOAuthTokenFamily(
  transaction: DatabaseTransaction,
  family: OAuthTokenFamilyReference,
): Promise<void> {
  await Promise.all(
    'authorizationId' in family
      ? [
          lockSessionRowOfAuthorization(transaction, family.authorizationId),
          lockAuthorizationRowById(transaction, family.authorizationId),
        ]
      : [
          lockSessionRowOfOidcProviderRecord(transaction, family),
          lockAuthorizationRowOfOidcProviderRecord(transaction, family),
        ],
  )
}
