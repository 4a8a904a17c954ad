// Test logins: an administrator signs in as an application's people do, and sees what the application would be told. The browser is sent
// back to this server, which redeems the code by itself. That address belongs to no application. It is one for the one request that began
// here, in the one browser and for the one person who began it, and for once: nobody else can be sent there with anything, and no code that
// was meant for an application can be redeemed here (THREATS O1, O4).
import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import type { ApplicationRecord } from '../../store/applications/application-store.ts'
import {
  updateOidcProviderRecordPayload,
  saveOidcProviderRecord,
} from '../../store/authorizations/oidc-provider-record-store.ts'
import { consumeBrowserBoundOidcProviderRecord } from '../../store/authorizations/consume-oidc-provider-record.ts'
import type { OidcProviderRecordPayload } from '../../store/authorizations/oidc-provider-record-store.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { hashBearerSecret } from '../../platform/random-bearer-secret.ts'
import { toClientMetadata } from './convert-application-to-client-metadata.ts'

const testLoginKind = 'Trial'
const testLoginLifetimeMs = 10 * 60_000

/** Where the browser comes back to. No id of a test login is as short. */
export const applicationTestLoginCallbackPath = '/admin/test-logins/callback'

/** The application that a request is made as, and where it sends the browser. */
export interface ApplicationTestLoginClient {
  applicationId: string
  redirectUri: string
}

export type ApplicationTestLoginResult = Omit<
  AdminApiEndpointOutput<'readTestLogin'>,
  'application' | 'requestedScopes' | 'expiresAt'
>

/** A test login as it is kept. The verifier stays here, so that the code is worth nothing to who sees it (RFC 7636). */
export interface ApplicationTestLogin {
  clientId: string
  accountId: string
  /** The scopes that its request asks for. */
  scopes: string[]
  verifier: string
  nonce: string
  /** Milliseconds since 1970. */
  beganAt: number
  result: ApplicationTestLoginResult | null
}

/** Whose test login: both the person and their browser. */
export interface ApplicationTestLoginOwner {
  id: string
  browserHash: string
  personId: string
  now: number
}

/** Keeps a new test login. */
export async function saveApplicationTestLogin(
  transaction: DatabaseTransaction,
  { id, browserHash, now }: ApplicationTestLoginOwner,
  testLogin: ApplicationTestLogin,
): Promise<void> {
  await saveOidcProviderRecord(transaction, {
    kind: testLoginKind,
    id,
    payload: { ...testLogin },
    browserHash,
    now,
    expiresAt: now + testLoginLifetimeMs,
  })
}

export interface StoredApplicationTestLogin {
  testLogin: ApplicationTestLogin
  /** Whether the browser came back already. */
  isConsumed: boolean
  /** Until when it can be looked at. Milliseconds since 1970. */
  expiresAt: number
}

/** A test login, where it is this person's in this browser. */
export async function findApplicationTestLogin(
  queries: DatabaseQueryBuilder,
  owner: ApplicationTestLoginOwner,
): Promise<StoredApplicationTestLogin | undefined> {
  const { id, browserHash, personId, now } = owner
  const row = await queries
    .selectFrom('provider_records')
    .select(['payload', 'consumed_at', 'expires_at'])
    .where('kind', '=', testLoginKind)
    .where('id_hash', '=', hashBearerSecret(id))
    .where('browser_hash', '=', browserHash)
    .where('person_id', '=', personId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return (
    row && {
      testLogin: JSON.parse(row.payload) as ApplicationTestLogin,
      isConsumed: row.consumed_at !== null,
      expiresAt: Number(row.expires_at),
    }
  )
}

/** Spends a test login: of any number of browsers that come back at once, one does. */
export async function consumeApplicationTestLogin(
  queries: DatabaseQueryBuilder,
  owner: ApplicationTestLoginOwner,
): Promise<ApplicationTestLogin | undefined> {
  const payload = await consumeBrowserBoundOidcProviderRecord(queries, testLoginKind, owner)
  return payload === undefined ? undefined : (JSON.parse(payload) as ApplicationTestLogin)
}

/** Writes down what came of it. */
export async function saveApplicationTestLoginResult(
  queries: DatabaseQueryBuilder,
  { id }: Pick<ApplicationTestLoginOwner, 'id'>,
  testLogin: ApplicationTestLogin,
  result: ApplicationTestLoginResult,
): Promise<void> {
  const payload: OidcProviderRecordPayload = { ...testLogin, verifier: '', result }
  await updateOidcProviderRecordPayload(queries, testLoginKind, id, payload)
}

/** What the application's request says of the verifier. */
export const computeTestLoginCodeChallenge = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url')

/**
 * An application as the provider is shown it in a test login: with this server's address in place of its own, so that nothing of it can reach
 * the application's, and proving itself by the verifier alone, because its secret is known to nobody here.
 */
export function toApplicationTestLoginClientMetadata(
  record: ApplicationRecord,
  { redirectUri }: ApplicationTestLoginClient,
): OidcProviderRecordPayload {
  const { definition } = record
  const plain = {
    ...definition,
    kind: 'web',
    authentication: 'none',
    jwks: null,
    jwksUri: null,
    pkce: 'required',
    dpopRequired: false,
    pushedRequestRequired: false,
  } as const
  return toClientMetadata({
    ...record,
    secretHash: null,
    definition: { ...plain, redirectUris: [redirectUri], grantTypes: ['authorization_code'] },
  })
}

const actingClientStorage = new AsyncLocalStorage<ApplicationTestLoginClient>()

/** Does what an application does, in its place. No request from outside can be in here. */
export const runAsApplicationTestLoginClient = <Result>(
  client: ApplicationTestLoginClient,
  act: () => Promise<Result>,
): Promise<Result> => actingClientStorage.run(client, act)

/** The application that this server itself acts as in this request; null in every request from outside. */
export const getCurrentApplicationTestLoginClient = (): ApplicationTestLoginClient | null =>
  actingClientStorage.getStore() ?? null
