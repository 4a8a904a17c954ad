// Access tokens for a resource, for tests.
import type { TestServer, TestBrowser } from './countersign-test-server.ts'
import {
  addTestClientApplication,
  runOidcAuthorizationUntilCallback,
  exchangeCodeAsApplication,
  decodeTokenPayload,
} from './oidc-application-test-steps.ts'
import type { TestClientApplication, TokenResponse } from './oidc-application-test-steps.ts'
import { testResourceUri } from './oauth-resource-fixtures.ts'
import { getAuthorizationCodeFromRedirect } from './oauth-token-test-steps.ts'

export const secondTestResourceUri = 'https://other.example/api'

export const resourceAuthorizationParameters = { scope: 'openid read', resource: testResourceUri }

export async function obtainResourceTokens(
  app: Pick<TestServer, 'http'>,
  browser: TestBrowser,
  application: TestClientApplication,
  parameters: Record<string, string> = resourceAuthorizationParameters,
  withheld: string[] = [],
): Promise<TokenResponse & { claims: Record<string, unknown> }> {
  const back = await runOidcAuthorizationUntilCallback(browser, application, parameters, { withheld })
  const { resource = testResourceUri } = parameters
  const tokens = (
    await exchangeCodeAsApplication(app, application, getAuthorizationCodeFromRedirect(back), { resource })
  ).json<TokenResponse>()
  return { ...tokens, claims: decodeTokenPayload(tokens.access_token) }
}

export const addResourceClient = (app: TestServer, id: string, input: object = {}): Promise<TestClientApplication> =>
  addTestClientApplication(app, { id, redirectUris: [`https://${id}.example/callback`], ...input })
