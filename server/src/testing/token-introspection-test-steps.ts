// Services that introspect tokens of a resource, for tests.
import { expect } from 'vitest'
import { testResourceUri } from './oauth-resource-fixtures.ts'
import {
  addTestClientApplication,
  runOidcAuthorizationUntilCallback,
  exchangeCodeAsApplication,
  postFormAsApplication,
} from './oidc-application-test-steps.ts'
import type { TestClientApplication, TokenResponse } from './oidc-application-test-steps.ts'
import { getAuthorizationCodeFromRedirect } from './oauth-token-test-steps.ts'
import type { TestServer, TestBrowser } from './countersign-test-server.ts'

export const unrelatedResourceUri = 'https://other.example/api'

export const introspectionAuthorizationParameters = { scope: 'openid read', resource: testResourceUri }

export const testResourceReadAccess = [{ resource: testResourceUri, scopes: ['read'] }]

export const inactiveIntrospectionResponse = { active: false }

export type IntrospectionResponse = Record<string, unknown> & { active: boolean }

export async function introspectToken(
  app: Pick<TestServer, 'http'>,
  service: TestClientApplication,
  token: string,
  form: Record<string, string> = {},
): Promise<IntrospectionResponse> {
  const answer = await postFormAsApplication(app, '/introspect', service, { token, ...form })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
  return answer.json<IntrospectionResponse>()
}

export const addIntrospectingMachineApplication = (
  app: TestServer,
  id: string,
  introspection: string[] | 'own',
  input: object = {},
) =>
  addTestClientApplication(app, {
    id,
    kind: 'machine',
    introspection,
    ...(introspection === 'own' && { resources: testResourceReadAccess }),
    ...input,
  })

export const addResourceReadingApplication = (
  app: TestServer,
  id: string,
  input: object = {},
): Promise<TestClientApplication> =>
  addTestClientApplication(app, { id, redirectUris: [`https://${id}.example/callback`], ...input })

export async function obtainResourceAccessToken(
  app: Pick<TestServer, 'http'>,
  browser: TestBrowser,
  client: TestClientApplication,
  resource = testResourceUri,
): Promise<TokenResponse> {
  const back = await runOidcAuthorizationUntilCallback(browser, client, {
    ...introspectionAuthorizationParameters,
    resource,
  })
  return (
    await exchangeCodeAsApplication(app, client, getAuthorizationCodeFromRedirect(back), { resource })
  ).json<TokenResponse>()
}
