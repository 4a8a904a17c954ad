// Sessions on protected hosts end with the authorization or the person's session (THREATS P4, O16).
import { consumeOidcProviderRecord } from '../../store/authorizations/consume-oidc-provider-record.ts'
import {
  removeDuplicateOidcProviderRecords,
  revokeTokenFamily,
} from '../../store/authorizations/remove-oidc-provider-records.ts'
import { saveOidcProviderRecord } from '../../store/authorizations/oidc-provider-record-store.ts'
import { parseStoredConsentDecision } from '../../store/grants/consent-grant-store.ts'
import type { ConsentDecision } from '../../store/grants/consent-grant-store.ts'
import { parseApplicationDefinition } from '../../store/applications/application-store.ts'
import type { ApplicationRecord } from '../../store/applications/application-store.ts'
import { getProtectedSiteCallbackUrl } from '../../store/applications/protected-site-hosts-and-urls.ts'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import { isActivePersonSql } from '../../store/people/active-person-sql-condition.ts'
import { isActiveSessionSql } from '../../store/sessions/active-session-sql-condition.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import { prepareSqlQuery } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { SessionQueryRow } from '../../store/sessions/describe-session.ts'
import type { AuthorizationsTable, SessionsTable } from '../../platform/database/database-schema.ts'
import { createBearerSecret, hashBearerSecret } from '../../platform/random-bearer-secret.ts'
import { ApiError } from '../../platform/api-error.ts'
import { findValidOidcProviderRecord, lockOAuthTokenFamily } from '../provider/find-valid-oidc-provider-records.ts'
import type { PersonProfile } from '../provider/find-valid-oidc-provider-records.ts'
import { computeProtectedSiteCodeChallenge } from './protected-site-sign-in-state.ts'

const siteSessionKind = 'SiteVisit'

/** A session is valid only on the host it was created for. */
const toSiteSessionId = (host: string, secret: string): string => `${host} ${secret}`

export interface ProtectedSiteSession {
  application: ApplicationRecord
  authorizationId: string
  person: PersonProfile
  /** Null if the person no longer has a subject identifier for this site. */
  subject: string | null
  session: Pick<SessionsTable, 'id' | 'created_at' | 'last_seen_at' | 'passkey_id'> &
    Pick<SessionQueryRow, 'namespace' | 'chain_reference'>
  consentDecision: ConsentDecision
  /** Null if the person chose no user name. Sharing a user name needs a separate consent. */
  username: string | null
}

const selectSiteSession = prepareSqlQuery((queries, idHash: string, host: string, now: number) =>
  queries
    .selectFrom('provider_records as record')
    .innerJoin('authorizations as authorization', 'authorization.id', 'record.authorization_id')
    .innerJoin('sessions as session', 'session.id', 'authorization.session_id')
    .innerJoin('people as person', 'person.id', 'authorization.person_id')
    .innerJoin('applications as application', 'application.id', 'authorization.application_id')
    .innerJoin('protected_site_hosts as site', (join) =>
      join.onRef('site.application_id', '=', 'application.id').on('site.host', '=', host),
    )
    .innerJoin('grants', (join) =>
      join
        .onRef('grants.person_id', '=', 'authorization.person_id')
        .onRef('grants.application_id', '=', 'authorization.application_id')
        .on('grants.revoked_at', 'is', null),
    )
    .leftJoin('subjects', (join) =>
      join.onRef('subjects.person_id', '=', 'person.id').onRef('subjects.sector', '=', 'application.sector'),
    )
    .leftJoin('wallets as wallet', 'wallet.id', 'session.wallet_id')
    .leftJoin('usernames', (join) =>
      join.onRef('usernames.person_id', '=', 'person.id').on('usernames.is_current', '=', 1),
    )
    .select(['application.id as application_id', 'application.name', 'application.sector', 'application.definition'])
    .select(['person.id as person_id', 'person.display_name', 'person.picture_url', 'person.locale'])
    .select(['session.id as session_id', 'session.created_at', 'session.last_seen_at', 'session.passkey_id'])
    .select([
      'authorization.id as authorization_id',
      'wallet.namespace',
      'wallet.chain_reference',
      'subjects.subject',
      'usernames.name as user_name',
    ])
    .select(['grants.scopes', 'grants.denied_scopes', 'grants.resources'])
    .where('record.kind', '=', siteSessionKind)
    .where('record.id_hash', '=', idHash)
    .where('record.expires_at', '>', now)
    .where('application.enabled', '=', 1)
    .where(isActiveSessionSql(now, 'session'))
    .where(isActivePersonSql('person')),
)

const siteRecordDefaults = {
  kind: 'site',
  enabled: true,
  secretHash: null,
  previousSecretHash: null,
  previousSecretExpiresAt: null,
  origin: 'operator',
  claimedName: null,
  registrationTokenId: null,
  document: null,
  narrowing: null,
  introspectionNarrowed: false,
  createdAt: 0,
  changedAt: 0,
  logo: null,
} as const

export async function findProtectedSiteSession(
  queries: DatabaseQueryBuilder,
  host: string,
  secret: string,
  now: number,
): Promise<ProtectedSiteSession | undefined> {
  const [row] = await selectSiteSession(queries, hashBearerSecret(toSiteSessionId(host, secret)), host, now)
  if (row === undefined) return undefined
  const definition = parseApplicationDefinition(row.definition)
  const { person_id, display_name, picture_url, locale, session_id, created_at, last_seen_at, passkey_id } = row
  return {
    application: {
      ...siteRecordDefaults,
      id: row.application_id,
      name: row.name,
      sector: row.sector,
      definition,
    },
    authorizationId: row.authorization_id,
    person: { id: person_id, display_name, picture_url, locale },
    subject: definition.subjectType === 'public' ? person_id : row.subject,
    session: {
      id: session_id,
      created_at,
      last_seen_at,
      passkey_id,
      namespace: row.namespace,
      chain_reference: row.chain_reference,
    },
    consentDecision: parseStoredConsentDecision(row),
    username: row.user_name,
  }
}

const selectSite = prepareSqlQuery((queries, host: string) =>
  queries
    .selectFrom('protected_site_hosts as site')
    .innerJoin('applications as application', 'application.id', 'site.application_id')
    .select(['application.id', 'application.name', 'application.definition'])
    .where('site.host', '=', host)
    .where('application.enabled', '=', 1),
)

export async function findProtectedSiteByHost(
  queries: DatabaseQueryBuilder,
  host: string,
): Promise<Pick<ApplicationRecord, 'id' | 'name' | 'definition'> | undefined> {
  const [row] = await selectSite(queries, host)
  return row && { id: row.id, name: row.name, definition: parseApplicationDefinition(row.definition) }
}

interface CallbackParameters {
  siteId: string
  host: string
  origin: string
  code: string
  /** The browser's PKCE verifier. */
  secret: string
}

/** @returns the secret; null if the code is invalid for this browser or host */
export async function exchangeCodeForProtectedSiteSession(
  { database, random, clock, settings }: ServerAppContext,
  { siteId, host, origin, code, secret }: CallbackParameters,
): Promise<string | null> {
  const { kind: databaseKind, queries } = database
  const now = clock()
  return queries.transaction().execute(async (transaction) => {
    if (databaseKind === 'postgres') await lockOAuthTokenFamily(transaction, { kind: authorizationCodeKind, id: code })
    const found = await findValidOidcProviderRecord(transaction, authorizationCodeKind, code, now)
    const authorization = found?.authorizationSnapshot?.authorization
    if (found === undefined || authorization === undefined || found.application_id !== siteId) return null
    const { redirectUri, codeChallenge } = JSON.parse(found.payload) as Readonly<Record<string, unknown>>
    if (
      redirectUri !== getProtectedSiteCallbackUrl(origin) ||
      codeChallenge !== computeProtectedSiteCodeChallenge(secret)
    )
      return null
    if ((await consumeOidcProviderRecord(transaction, authorizationCodeKind, code, now)) === undefined) {
      await revokeReusedCode(transaction, random, authorization, now)
      return null
    }
    if (found.expires_at <= now || found.authorizationSnapshot?.grant === null) return null
    const visit = createBearerSecret(random)
    const payload = { grantId: authorization.id, clientId: siteId, accountId: authorization.person_id, host }
    // The new session replaces older ones; concurrent tabs keep theirs for a minute.
    await removeDuplicateOidcProviderRecords(transaction, { kind: siteSessionKind, payload }, now - 60_000)
    await saveOidcProviderRecord(transaction, {
      kind: siteSessionKind,
      id: toSiteSessionId(host, visit),
      payload,
      browserHash: null,
      now,
      expiresAt: now + settings.limits.sessionLifetimeSeconds * 1000,
    })
    return visit
  })
}

const authorizationCodeKind = 'AuthorizationCode'

/** A reused code revokes everything it granted (RFC 6749 §4.1.2; THREATS O1). */
async function revokeReusedCode(
  transaction: DatabaseTransaction,
  random: ServerAppContext['random'],
  { id, person_id, application_id }: Pick<AuthorizationsTable, 'id' | 'person_id' | 'application_id'>,
  now: number,
): Promise<void> {
  await revokeTokenFamily(transaction, id)
  await appendAuditEvents(transaction, random, now, [
    {
      type: 'token.reuse_detected',
      outcome: 'refused',
      details: { applicationId: application_id },
      evidence: { personId: person_id, content: {} },
    },
  ])
}

export async function createUnservedProtectedSiteHostError(
  queries: DatabaseQueryBuilder,
  host: string,
): Promise<ApiError> {
  const disabled = await queries
    .selectFrom('protected_site_hosts')
    .select('application_id')
    .where('host', '=', host.slice(0, 300))
    .executeTakeFirst()
  return disabled === undefined
    ? new ApiError('site.not_found', {
        privateDetail: `no protected site has the host ${JSON.stringify(host.slice(0, 200))}`,
      })
    : new ApiError('application.disabled', { privateDetail: `the site "${disabled.application_id}" is disabled` })
}
