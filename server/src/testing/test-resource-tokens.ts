// Access tokens for a resource, for tests.
import type { TestApp, TestBrowser } from './test-app.ts'
import {
  addTestApplication,
  completeAuthorization,
  exchangeCode,
  decodeTokenPayload,
} from './test-oidc-applications.ts'
import type { TestApplication, TokenResponse } from './test-oidc-applications.ts'
import { testResource } from './test-resources.ts'
import { getAuthorizationCode } from './test-tokens.ts'

export const otherResource = 'https://other.example/api'

export const resourceRequest = { scope: 'openid read', resource: testResource }

/** The tokens for a resource, whatever the person has to be asked for them. */
export async function obtainResourceTokens(
  app: Pick<TestApp, 'http'>,
  browser: TestBrowser,
  application: TestApplication,
  parameters: Record<string, string> = resourceRequest,
  withheld: string[] = [],
): Promise<TokenResponse & { claims: Record<string, unknown> }> {
  const back = await completeAuthorization(browser, application, parameters, { withheld })
  const { resource = testResource } = parameters
  const tokens = (await exchangeCode(app, application, getAuthorizationCode(back), { resource })).json<TokenResponse>()
  return { ...tokens, claims: decodeTokenPayload(tokens.access_token) }
}

export const addResourceClient = (app: TestApp, id: string, input: object = {}): Promise<TestApplication> =>
  addTestApplication(app, { id, redirectUris: [`https://${id}.example/callback`], ...input })
