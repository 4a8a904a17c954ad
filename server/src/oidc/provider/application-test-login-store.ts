// The callback accepts only the code of one request, browser and person (THREATS O1, O4).
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

/** Cannot collide with the path of a test login, because IDs are longer than `callback`. */
export const applicationTestLoginCallbackPath = '/admin/test-logins/callback'

export interface ApplicationTestLoginClient {
  applicationId: string
  redirectUri: string
}

export type ApplicationTestLoginResult = Omit<
  AdminApiEndpointOutput<'readTestLogin'>,
  'application' | 'requestedScopes' | 'expiresAt'
>

/** The PKCE verifier stays on the server, so that a leaked code is useless (RFC 7636). */
export interface ApplicationTestLogin {
  clientId: string
  accountId: string
  scopes: string[]
  verifier: string
  nonce: string
  beganAt: number
  result: ApplicationTestLoginResult | null
}

export interface ApplicationTestLoginOwner {
  id: string
  browserHash: string
  personId: string
  now: number
}

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
  isConsumed: boolean
  /** Epoch milliseconds. */
  expiresAt: number
}

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

export async function consumeApplicationTestLogin(
  queries: DatabaseQueryBuilder,
  owner: ApplicationTestLoginOwner,
): Promise<ApplicationTestLogin | undefined> {
  const payload = await consumeBrowserBoundOidcProviderRecord(queries, testLoginKind, owner)
  return payload === undefined ? undefined : (JSON.parse(payload) as ApplicationTestLogin)
}

export async function saveApplicationTestLoginResult(
  queries: DatabaseQueryBuilder,
  { id }: Pick<ApplicationTestLoginOwner, 'id'>,
  testLogin: ApplicationTestLogin,
  result: ApplicationTestLoginResult,
): Promise<void> {
  const payload: OidcProviderRecordPayload = { ...testLogin, verifier: '', result }
  await updateOidcProviderRecordPayload(queries, testLoginKind, id, payload)
}

export const computeTestLoginCodeChallenge = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url')

/** Nothing may reach the application, and its secret is unknown here. */
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

export const runAsApplicationTestLoginClient = <Result>(
  client: ApplicationTestLoginClient,
  act: () => Promise<Result>,
): Promise<Result> => actingClientStorage.run(client, act)

/** Null in every request from outside. */
export const getCurrentApplicationTestLoginClient = (): ApplicationTestLoginClient | null =>
  actingClientStorage.getStore() ?? null
