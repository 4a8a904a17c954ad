// OIDC applications and sign-ins for tests. The provider uses the system clock, so `pass` also
// advances that.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { formatSignInMessage, toChecksumAddress } from '@countersign/message'
import { signEthereumMessage, ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import type { EthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import type { LightMyRequestResponse } from 'fastify'
import { createHash } from 'node:crypto'
import { onTestFinished, vi } from 'vitest'
import { addApplication } from '../store/applications/add-application.ts'
import type { ApplicationDefinitionInput } from '../store/applications/application-definition-types.ts'
import { validateAndFillApplicationDefinition } from '../store/applications/validate-and-fill-application-definition.ts'
import { ensureSigningKeys } from '../store/signing-keys/ensure-signing-keys.ts'
import { systemRandomBytes } from '../platform/clock.ts'
import { createTestServer, testClockStartTime } from './countersign-test-server.ts'
import type { TestServer, TestServerOptions, TestBrowser } from './countersign-test-server.ts'
import { addTestRsaSigningKey } from './add-test-rsa-signing-key.ts'
import { testServerKey } from './server-key-fixtures.ts'

export const pkceTestCodeVerifier = 'test-verifier-test-verifier-test-verifier-test'
export const pkceTestCodeChallenge = createHash('sha256').update(pkceTestCodeVerifier).digest('base64url')

export interface TestClientApplication {
  id: string
  secret: string | null
  redirectUri: string
}

export async function createOidcTestServer(
  options: TestServerOptions = {},
): Promise<TestServer & { pass: (milliseconds: number) => void }> {
  vi.useFakeTimers({ toFake: ['Date'], now: testClockStartTime })
  onTestFinished(() => void vi.useRealTimers())
  const app = await createTestServer(options)
  await ensureSigningKeys(
    {
      queries: app.database.queries,
      random: systemRandomBytes,
      serverKey: testServerKey,
      limits: app.limits,
      algorithms: ['ES256'],
    },
    testClockStartTime,
  )
  return {
    ...app,
    pass: (milliseconds) => {
      app.clock.now += milliseconds
      vi.setSystemTime(app.clock.now)
    },
  }
}

/** Adds an RS256 key, because RS256 is the default algorithm (decision 0071). */
export async function createOidcTestServerWithRsaKey(
  options: TestServerOptions = {},
): ReturnType<typeof createOidcTestServer> {
  const app = await createOidcTestServer(options)
  await addTestRsaSigningKey(app)
  return app
}

export async function addTestClientApplication(
  { database, clock }: Pick<TestServer, 'database' | 'clock'>,
  input: Partial<ApplicationDefinitionInput> = {},
): Promise<TestClientApplication> {
  const redirectUri = 'https://app.example/callback'
  const needsRedirect = input.kind !== 'device' && input.kind !== 'machine'
  const completed = validateAndFillApplicationDefinition({
    id: 'test-app',
    name: 'Test Application',
    kind: 'web',
    ...(needsRedirect && { redirectUris: [redirectUri] }),
    // Avoids the default RS256, whose keys are slow to generate.
    idTokenAlgorithm: 'ES256',
    ...input,
  })
  if (completed.outcome === 'invalid') throw new Error(JSON.stringify(completed.errors))
  const { definition } = completed
  const added = await addApplication(
    { queries: database.queries, random: systemRandomBytes },
    { definition, origin: 'operator' },
    clock.now,
  )
  if (added.outcome !== 'added') throw new Error(`There is an application ${definition.id} already`)
  return { id: definition.id, secret: added.secret, redirectUri: definition.redirectUris[0] ?? '' }
}

export function createAuthorizationUrl(
  application: TestClientApplication,
  parameters: Record<string, string | undefined> = {},
): string {
  const all = {
    client_id: application.id,
    redirect_uri: application.redirectUri,
    response_type: 'code',
    scope: 'openid',
    state: 'test-state',
    nonce: 'test-nonce',
    code_challenge: pkceTestCodeChallenge,
    code_challenge_method: 'S256',
    ...parameters,
  }
  return `/authorize?${new URLSearchParams(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined))}`
}

export const getRedirectLocation = (response: LightMyRequestResponse): string => String(response.headers.location ?? '')

export const getInteractionIdFromRedirect = (response: LightMyRequestResponse): string =>
  new URL(getRedirectLocation(response), 'https://sign-in.example').searchParams.get('interaction') ?? ''

export async function signInToOidcInteraction(
  browser: TestBrowser,
  interaction: string,
  key: EthereumTestKey = ethereumTestKeys.alice,
): Promise<LightMyRequestResponse> {
  const { message: issued, chainIds } = await browser.requestChallenge({ purpose: 'sign-in', interaction })
  const message = formatSignInMessage({
    ...issued,
    address: toChecksumAddress(key.address),
    chainId: chainIds[0] ?? '1',
  })
  const answer = await browser.send('POST', '/api/sign-in', {
    message,
    signature: signEthereumMessage(key, message),
    interaction,
  })
  if (answer.statusCode !== 200) return answer
  return browser.send('GET', answer.json<ApiEndpointOutput<'signIn'>>().next)
}

export async function submitOidcConsent(
  browser: TestBrowser,
  interaction: string,
  withheld: string[] = [],
  wallet?: string,
): Promise<LightMyRequestResponse> {
  const answer = await browser.send('POST', `/api/interactions/${interaction}/consent`, { withheld, wallet })
  if (answer.statusCode !== 200) return answer
  return browser.send('GET', answer.json<ApiEndpointOutput<'consent'>>().next)
}

export async function runOidcAuthorizationUntilCallback(
  browser: TestBrowser,
  application: TestClientApplication,
  parameters: Record<string, string | undefined> = {},
  {
    key = ethereumTestKeys.alice,
    withheld = [],
    wallet,
  }: { key?: EthereumTestKey; withheld?: string[]; wallet?: string } = {},
): Promise<URL> {
  let response = await browser.send('GET', createAuthorizationUrl(application, parameters))
  for (let steps = 0; getRedirectLocation(response).startsWith('/'); steps++) {
    if (steps === 4) throw new Error(`The sign-in does not end: ${getRedirectLocation(response)}`)
    const where = getRedirectLocation(response)
    if (where.startsWith('/sign-in'))
      response = await signInToOidcInteraction(browser, getInteractionIdFromRedirect(response), key)
    else if (where.startsWith('/consent'))
      response = await submitOidcConsent(browser, getInteractionIdFromRedirect(response), withheld, wallet)
    else throw new Error(`The sign-in ends at ${where}`)
  }
  if (getRedirectLocation(response) === '')
    throw new Error(`The sign-in was answered ${response.statusCode}: ${response.body}`)
  return new URL(getRedirectLocation(response))
}

export async function postFormAsApplication(
  app: Pick<TestServer, 'http'>,
  path: string,
  application: Pick<TestClientApplication, 'id' | 'secret'> | null,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  const basic =
    application?.secret == null
      ? {}
      : { authorization: `Basic ${Buffer.from(`${application.id}:${application.secret}`).toString('base64')}` }
  const named = application !== null && application.secret === null ? { client_id: application.id } : {}
  return app.http.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...basic, ...headers },
    payload: new URLSearchParams({ ...named, ...form }).toString(),
  })
}

export const exchangeCodeAsApplication = (
  app: Pick<TestServer, 'http'>,
  application: TestClientApplication,
  code: string,
  form: Record<string, string> = {},
): Promise<LightMyRequestResponse> =>
  postFormAsApplication(app, '/token', application, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: application.redirectUri,
    code_verifier: pkceTestCodeVerifier,
    ...form,
  })

export async function obtainTokens(
  app: Pick<TestServer, 'http'>,
  browser: TestBrowser,
  application: TestClientApplication,
  parameters: Record<string, string | undefined> = {},
): Promise<TokenResponse> {
  const back = await runOidcAuthorizationUntilCallback(browser, application, parameters)
  const response = await exchangeCodeAsApplication(app, application, back.searchParams.get('code') ?? '')
  if (response.statusCode !== 200) throw new Error(`No tokens: ${response.body}`)
  return response.json<TokenResponse>()
}

export interface TokenResponse {
  access_token: string
  id_token: string
  refresh_token?: string
  expires_in: number
  scope: string
  token_type: string
}

export const decodeTokenPayload = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
