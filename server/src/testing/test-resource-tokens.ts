// Access tokens for a resource, for tests.
import type { TestServer, TestBrowser } from './test-app.ts'
import {
  addTestClientApplication,
  completeAuthorization,
  exchangeCode,
  decodeTokenPayload,
} from './test-oidc-applications.ts'
import type { TestClientApplication, TokenResponse } from './test-oidc-applications.ts'
import { testResourceUri } from './test-resources.ts'
import { getAuthorizationCode } from './test-tokens.ts'

export const secondTestResourceUri = 'https://other.example/api'

export const resourceAuthorizationParameters = { scope: 'openid read', resource: testResourceUri }

/** The tokens for a resource, whatever the person has to be asked for them. */
export async function obtainResourceTokens(
  app: Pick<TestServer, 'http'>,
  browser: TestBrowser,
  application: TestClientApplication,
  parameters: Record<string, string> = resourceAuthorizationParameters,
  withheld: string[] = [],
): Promise<TokenResponse & { claims: Record<string, unknown> }> {
  const back = await completeAuthorization(browser, application, parameters, { withheld })
  const { resource = testResourceUri } = parameters
  const tokens = (await exchangeCode(app, application, getAuthorizationCode(back), { resource })).json<TokenResponse>()
  return { ...tokens, claims: decodeTokenPayload(tokens.access_token) }
}

export const addResourceClient = (app: TestServer, id: string, input: object = {}): Promise<TestClientApplication> =>
  addTestClientApplication(app, { id, redirectUris: [`https://${id}.example/callback`], ...input })
