import type { AuditActor } from '../../audit-log/audit-actor.ts'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import { createApplicationAuditEvent } from '../../store/applications/create-application-audit-event.ts'
import { findApplicationById } from '../../store/applications/application-store.ts'
import type { AdminApiEndpointInput } from '@countersign/api/admin-api-endpoints'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import type { DatabaseKind, DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { createRandomId } from '../../platform/create-random-id.ts'
import { ApiError } from '../../platform/api-error.ts'
import { createBearerSecret } from '../../platform/random-bearer-secret.ts'
import { oidcProtocolPaths } from '../../oidc/provider/oidc-protocol-paths.ts'
import { findOidcProviderRecordOwner } from '../../store/authorizations/oidc-provider-record-store.ts'
import { removeOidcProviderRecord } from '../../store/authorizations/remove-oidc-provider-records.ts'
import { removeUnusedAuthorization } from '../../store/authorizations/authorization-store.ts'
import { lockOAuthTokenFamily } from '../../oidc/provider/find-valid-oidc-provider-records.ts'
import {
  runAsApplicationTestLoginClient,
  computeTestLoginCodeChallenge,
  saveApplicationTestLoginResult,
  saveApplicationTestLogin,
  applicationTestLoginCallbackPath,
} from '../../oidc/provider/application-test-login-store.ts'
import type {
  ApplicationTestLogin,
  ApplicationTestLoginOwner,
  ApplicationTestLoginResult,
} from '../../oidc/provider/application-test-login-store.ts'

type TestLoginRequest = AdminApiEndpointInput<'startTestLogin'>['body'] & {
  application: string
  actor: Extract<AuditActor, { kind: 'person' }>
  browserHash: string
}

export async function createApplicationTestLogin(
  { database, settings, random, clock }: ServerAppContext,
  { application, scopes, actor, browserHash }: TestLoginRequest,
): Promise<{ id: string; url: string }> {
  const record = await findApplicationById(database.queries, application)
  if (record === undefined) throw new ApiError('application.not_found')
  if (!record.enabled || !record.definition.grantTypes.includes('authorization_code'))
    throw new ApiError('application.test_login_unavailable')
  if (!scopes.every((scope) => record.definition.scopes.includes(scope)))
    throw new ApiError('request.invalid', { place: { field: 'body/scopes' } })
  const now = clock()
  const id = createRandomId(random)
  const wanted = ['openid', ...scopes.filter((scope) => scope !== 'openid')]
  const testLogin: ApplicationTestLogin = {
    clientId: record.id,
    accountId: actor.personId,
    scopes: wanted,
    verifier: createBearerSecret(random),
    nonce: createBearerSecret(random),
    beganAt: now,
    result: null,
  }
  await database.queries.transaction().execute(async (transaction) => {
    await saveApplicationTestLogin(transaction, { id, browserHash, personId: actor.personId, now }, testLogin)
    await appendAuditEvents(transaction, random, now, [
      createApplicationAuditEvent('application.test_login_started', { applicationId: record.id }, actor),
    ])
  })
  const parameters = {
    client_id: record.id,
    redirect_uri: `${settings.origin}${applicationTestLoginCallbackPath}`,
    response_type: 'code',
    scope: wanted.join(' '),
    state: id,
    nonce: testLogin.nonce,
    code_challenge: computeTestLoginCodeChallenge(testLogin.verifier),
    code_challenge_method: 'S256',
  }
  return { id, url: `${oidcProtocolPaths.authorization}?${new URLSearchParams(parameters)}` }
}

export interface ApplicationTestLoginCallback {
  code?: string | undefined
  error?: string | undefined
  error_description?: string | undefined
}

export async function finishApplicationTestLogin(
  app: ServerAppContext,
  owner: ApplicationTestLoginOwner,
  testLogin: ApplicationTestLogin,
  { code, error, error_description }: ApplicationTestLoginCallback,
): Promise<void> {
  const result =
    code === undefined
      ? refusedResult(error ?? 'invalid_request', error_description)
      : await redeemOrFail(app, testLogin, code)
  await saveApplicationTestLoginResult(app.database.queries, owner, testLogin, result)
}

/** The test login is already consumed, so an error is stored as its result. */
async function redeemOrFail(
  app: ServerAppContext,
  testLogin: ApplicationTestLogin,
  code: string,
): Promise<ApplicationTestLoginResult> {
  try {
    return await redeem(app, testLogin, code)
  } catch (error) {
    app.http.log.error({ err: error }, 'could not redeem the authorization code from a test login')
    return refusedResult('server_error', undefined)
  }
}

const emptyResult = { error: null, idToken: null, accessToken: null, userinfo: null, scopes: [] }
const refusedResult = (error: string, description: string | undefined): ApplicationTestLoginResult => ({
  ...emptyResult,
  state: 'refused',
  error: { error: error.slice(0, 128), description: description?.slice(0, 400) ?? null },
})

export const pendingApplicationTestLoginResult: ApplicationTestLoginResult = { ...emptyResult, state: 'waiting' }

interface TokenResponse {
  access_token: string
  id_token: string
  expires_in: number
  scope?: string
}

async function redeem(
  app: ServerAppContext,
  { clientId, verifier, nonce, beganAt }: ApplicationTestLogin,
  code: string,
): Promise<ApplicationTestLoginResult> {
  const client = { applicationId: clientId, redirectUri: `${app.settings.origin}${applicationTestLoginCallbackPath}` }
  const form = {
    grant_type: 'authorization_code',
    client_id: clientId,
    code,
    redirect_uri: client.redirectUri,
    code_verifier: verifier,
  }
  const answer = await runAsApplicationTestLoginClient(client, async () =>
    app.http.inject({
      method: 'POST',
      url: oidcProtocolPaths.token,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString(),
    }),
  )
  if (answer.statusCode !== 200) {
    const { error = 'server_error', error_description } = answer.json<{ error?: string; error_description?: string }>()
    return refusedResult(error, error_description)
  }
  const { access_token, id_token, expires_in, scope = '' } = answer.json<TokenResponse>()
  try {
    const [header, claims] = id_token
      .split('.', 2)
      .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>) as [
      Record<string, unknown>,
      Record<string, unknown>,
    ]
    // The code was issued for a different request (OpenID Connect Core §3.1.3.7).
    if (claims.nonce !== nonce) return refusedResult('invalid_grant', 'the code belongs to another request')
    const userinfo = await runAsApplicationTestLoginClient(client, async () =>
      app.http.inject({
        method: 'GET',
        url: oidcProtocolPaths.userinfo,
        headers: { authorization: `Bearer ${access_token}` },
      }),
    )
    return {
      state: 'done',
      error: null,
      idToken: { header, claims },
      accessToken: { kind: 'opaque', expiresIn: expires_in, claims: null },
      userinfo: userinfo.statusCode === 200 ? userinfo.json<Record<string, unknown>>() : null,
      scopes: scope.split(' ').filter((one) => one !== ''),
    }
  } finally {
    await app.database.queries
      .transaction()
      .execute((transaction) => removeTestLoginTokens(app.database.kind, transaction, { access_token, code, beganAt }))
  }
}

/** Keeps the grants that the person has really given to the application. */
async function removeTestLoginTokens(
  database: DatabaseKind,
  transaction: DatabaseTransaction,
  { access_token, code, beganAt }: { access_token: string; code: string; beganAt: number },
): Promise<void> {
  const owner = await findOidcProviderRecordOwner(transaction, 'AccessToken', access_token)
  if (owner?.authorization_id == null) return
  // SQLite needs no lock, because it has a single writer.
  if (database === 'postgres') await lockOAuthTokenFamily(transaction, { authorizationId: owner.authorization_id })
  await removeOidcProviderRecord(transaction, 'AccessToken', access_token)
  await removeOidcProviderRecord(transaction, 'AuthorizationCode', code)
  await removeUnusedAuthorization(transaction, owner.authorization_id, beganAt)
}
