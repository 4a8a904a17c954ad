// Helpers for OAuth tests: error summaries, token states and token families.
import type { LightMyRequestResponse } from 'fastify'
import { createTestServer } from './countersign-test-server.ts'
import type { TestServer, TestServerOptions } from './countersign-test-server.ts'
import { createTestDatabase, openDatabaseUntilTestEnds } from './database-fixtures.ts'
import type { DatabaseKind } from '../platform/database/open-sqlite-or-postgres-database.ts'
import {
  runOidcAuthorizationUntilCallback,
  createOidcTestServer,
  exchangeCodeAsApplication,
  postFormAsApplication,
} from './oidc-application-test-steps.ts'
import type { TestClientApplication, TokenResponse } from './oidc-application-test-steps.ts'
import type { TestBrowser } from './countersign-test-server.ts'

export const getAuthorizationCodeFromRedirect = (back: URL): string =>
  back.searchParams.get('code') ?? `none: ${back.href}`

export function summarizeOAuthResponse(response: LightMyRequestResponse): string {
  const type = String(response.headers['content-type'] ?? '')
  const { error } = response.body !== '' && type.includes('json') ? response.json<{ error?: string }>() : {}
  return error === undefined ? String(response.statusCode) : `${response.statusCode} ${error}`
}

export function tallyResponses(responses: readonly LightMyRequestResponse[]): Record<string, number> {
  return Object.fromEntries(
    [...Map.groupBy(responses, summarizeOAuthResponse)].map(([answer, given]) => [answer, given.length]),
  )
}

type Callable = Pick<TestServer, 'http'>

export const sendRefreshTokenRequest = (
  app: Callable,
  application: TestClientApplication,
  refreshToken: string | undefined,
  form: Record<string, string> = {},
): Promise<LightMyRequestResponse> =>
  postFormAsApplication(app, '/token', application, {
    grant_type: 'refresh_token',
    refresh_token: refreshToken ?? '',
    ...form,
  })

export const requestUserinfo = (app: Callable, accessToken: string): Promise<LightMyRequestResponse> =>
  app.http.inject({ url: '/userinfo', headers: { authorization: `Bearer ${accessToken}` } })

/** Returns the states of the access token and the refresh token, without using the latter. */
export async function readOAuthTokenActiveStates(
  app: Callable,
  application: TestClientApplication,
  { access_token, refresh_token }: TokenResponse,
): Promise<[boolean, boolean]> {
  const introspect = async (token: string): Promise<boolean> =>
    (await postFormAsApplication(app, '/introspect', application, { token })).json<{ active: boolean }>().active
  const [access, again] = [
    await introspect(access_token),
    refresh_token !== undefined && (await introspect(refresh_token)),
  ]
  if (access !== ((await requestUserinfo(app, access_token)).statusCode === 200))
    throw new Error('Introspection and use disagree about an access token')
  return [access, again]
}

export const offlineAccessAuthorizationParameters = { scope: 'openid offline_access', prompt: 'consent' }

export async function obtainTokenFamilyBySignIn(
  app: Callable,
  browser: TestBrowser,
  application: TestClientApplication,
  parameters: Record<string, string> = {},
): Promise<TokenResponse> {
  const response = await exchangeCodeAsApplication(
    app,
    application,
    getAuthorizationCodeFromRedirect(
      await runOidcAuthorizationUntilCallback(browser, application, {
        ...offlineAccessAuthorizationParameters,
        ...parameters,
      }),
    ),
  )
  if (response.statusCode !== 200) throw new Error(`No tokens: ${response.body}`)
  return response.json<TokenResponse>()
}

const relaxedTokenTestLimits = {
  COUNTERSIGN_SIGN_INS_PER_WALLET_PER_MINUTE: '1000',
  COUNTERSIGN_SIGN_INS_PER_NETWORK_PER_MINUTE: '1000',
}

export async function createTwoOidcServerInstances(
  kind: DatabaseKind,
  settings: Record<string, string> = {},
): Promise<{
  one: Awaited<ReturnType<typeof createOidcTestServer>>
  two: TestServer
  startAnother: (options?: TestServerOptions) => Promise<TestServer>
}> {
  const address = await createTestDatabase(kind)
  const environment = { ...relaxedTokenTestLimits, ...settings }
  const one = await createOidcTestServer({ database: openDatabaseUntilTestEnds(address), environment })
  const startAnother = async (options: TestServerOptions = {}): Promise<TestServer> => {
    const another = await createTestServer({ database: openDatabaseUntilTestEnds(address), environment, ...options })
    another.clock.now = one.clock.now
    return another
  }
  return { one, two: await startAnother(), startAnother }
}
