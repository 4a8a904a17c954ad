// A person with a wallet and a passkey, for tests of `acr`, `amr` and `auth_time`.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import type { VirtualPasskey } from '@countersign/testing/virtual-passkey'
import type { LightMyRequestResponse } from 'fastify'
import type { DatabaseKind } from '../platform/database/open-sqlite-or-postgres-database.ts'
import type { TestBrowser } from './countersign-test-server.ts'
import {
  addTestClientApplication,
  submitOidcConsent,
  createAuthorizationUrl,
  createOidcTestServer,
  exchangeCodeAsApplication,
  getRedirectLocation,
  getInteractionIdFromRedirect,
  decodeTokenPayload,
} from './oidc-application-test-steps.ts'
import type { TestClientApplication, TokenResponse } from './oidc-application-test-steps.ts'
import { addTestPasskey, relaxedChallengeRateLimits, signInWithPasskey } from './passkey-test-steps.ts'
import { getAuthorizationCodeFromRedirect } from './oauth-token-test-steps.ts'

export const walletAcr = 'urn:countersign:wallet'

export const passkeyAcr = 'urn:countersign:passkey'

type OpenIdApp = Awaited<ReturnType<typeof createOidcTestServer>>

export interface PersonWithPasskey {
  app: OpenIdApp
  application: TestClientApplication
  browser: TestBrowser
  passkey: VirtualPasskey
  id: string
}

export async function createPersonWithPasskey(
  kind: DatabaseKind,
  { scopes, ...options }: { scopes?: string[]; isSynced?: boolean } = {},
): Promise<PersonWithPasskey> {
  const app = await createOidcTestServer({ database: kind, environment: relaxedChallengeRateLimits })
  const application = await addTestClientApplication(app, {
    grantTypes: ['authorization_code', 'refresh_token'],
    preferredUsername: 'display-name',
    ...(scopes && { scopes: scopes as never }),
  })
  const browser = app.openBrowser()
  await browser.signIn()
  await browser.stepUp()
  return { app, application, browser, ...(await addTestPasskey(browser, options)) }
}

export async function signInToOidcInteractionWithPasskey(
  browser: TestBrowser,
  interaction: string,
  passkey: VirtualPasskey,
): Promise<LightMyRequestResponse> {
  const answer = await signInWithPasskey(browser, passkey, {}, interaction)
  return answer.statusCode === 200
    ? browser.send('GET', answer.json<ApiEndpointOutput<'signInWithPasskey'>>().next)
    : answer
}

export async function followRedirectsToApplication(browser: TestBrowser, answer: LightMyRequestResponse): Promise<URL> {
  return new URL(
    getRedirectLocation(
      getRedirectLocation(answer).startsWith('/consent')
        ? await submitOidcConsent(browser, getInteractionIdFromRedirect(answer))
        : answer,
    ),
  )
}

export const exchangeCodeForIdTokenClaims = async (
  { app, application }: PersonWithPasskey,
  back: URL,
): Promise<Record<string, unknown>> => {
  const response = await exchangeCodeAsApplication(app, application, getAuthorizationCodeFromRedirect(back))
  if (response.statusCode !== 200) throw new Error(`No tokens: ${response.body} for ${back.href}`)
  return decodeTokenPayload(response.json<TokenResponse>().id_token)
}

export const readRequestedSignInMethod = async (
  browser: TestBrowser,
  asked: LightMyRequestResponse,
): Promise<unknown> =>
  (await browser.send('GET', `/api/interactions/${getInteractionIdFromRedirect(asked)}`)).json<
    ApiEndpointOutput<'readInteraction'>
  >().requestedMethod

export const sendOidcAuthorizationRequest = (
  person: Pick<PersonWithPasskey, 'application'>,
  browser: TestBrowser,
  parameters: Record<string, string | undefined>,
) => browser.send('GET', createAuthorizationUrl(person.application, parameters))

export const createAcrClaimsParameter = (acr: object): string => JSON.stringify({ id_token: { acr } })
