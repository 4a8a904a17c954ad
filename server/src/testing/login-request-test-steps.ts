// Plays the terminal of `countersign login` in tests.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { callWithApiToken } from './api-token-test-steps.ts'
import type { TestBrowser, TestServer } from './countersign-test-server.ts'

type CreatedLoginRequest = ApiEndpointOutput<'createLoginRequest'>

/** Sends no cookies. */
export const requestTestLogin = (app: TestServer, headers: object = { origin: 'https://sign-in.example' }) =>
  app.http.inject({
    method: 'POST',
    url: '/api/login-requests',
    headers: { 'user-agent': 'countersign/1.2.3 (linux)', ...headers },
    payload: { machine: 'laptop' },
  })

export async function createTestLogin(app: TestServer): Promise<CreatedLoginRequest> {
  const response = await requestTestLogin(app)
  if (response.statusCode !== 200) throw new Error(response.body)
  return response.json<CreatedLoginRequest>()
}

export const answerTestLogin = (
  browser: TestBrowser,
  { userCode }: Pick<CreatedLoginRequest, 'userCode'>,
  answer: 'read' | 'approve' | 'deny' = 'approve',
) => browser.send('POST', `/api/login-requests/${answer}`, { userCode })

export const readTestLogin = (app: TestServer, { token }: Pick<CreatedLoginRequest, 'token'>) =>
  callWithApiToken(app, token, 'GET', '/api/login-token')

/** @returns the token */
export async function logInTestTerminal(app: TestServer, browser: TestBrowser): Promise<string> {
  const login = await createTestLogin(app)
  const response = await answerTestLogin(browser, login)
  if (response.statusCode !== 204) throw new Error(response.body)
  return login.token
}
