// Services that introspect tokens of a resource, for tests.
import { expect } from 'vitest'
import { testResource } from './test-resources.ts'
import { addTestApplication, completeAuthorization, exchangeCode, postForm } from './test-oidc-applications.ts'
import type { TestApplication, TokenResponse } from './test-oidc-applications.ts'
import { getAuthorizationCode } from './test-tokens.ts'
import type { TestApp, TestBrowser } from './test-app.ts'

export const unrelatedResource = 'https://other.example/api'

export const introspectedRequest = { scope: 'openid read', resource: testResource }

export const readableResources = [{ resource: testResource, scopes: ['read'] }]

export const inactiveToken = { active: false }

export type IntrospectionResponse = Record<string, unknown> & { active: boolean }

/** Asks as a service does: the answer is never an error. */
export async function introspectToken(
  app: Pick<TestApp, 'http'>,
  service: TestApplication,
  token: string,
  form: Record<string, string> = {},
): Promise<IntrospectionResponse> {
  const answer = await postForm(app, '/introspect', service, { token, ...form })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
  return answer.json<IntrospectionResponse>()
}

export const addIntrospectingService = (
  app: TestApp,
  id: string,
  introspection: string[] | 'own',
  input: object = {},
) =>
  addTestApplication(app, {
    id,
    kind: 'machine',
    introspection,
    ...(introspection === 'own' && { resources: readableResources }),
    ...input,
  })

export const addResourceReader = (app: TestApp, id: string, input: object = {}): Promise<TestApplication> =>
  addTestApplication(app, { id, redirectUris: [`https://${id}.example/callback`], ...input })

export async function obtainAccessToken(
  app: Pick<TestApp, 'http'>,
  browser: TestBrowser,
  client: TestApplication,
  resource = testResource,
): Promise<TokenResponse> {
  const back = await completeAuthorization(browser, client, { ...introspectedRequest, resource })
  return (await exchangeCode(app, client, getAuthorizationCode(back), { resource })).json<TokenResponse>()
}
