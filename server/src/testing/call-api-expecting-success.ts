// Calls one endpoint and requires success, for tests that exercise all endpoints.
import type { TestServer, TestBrowser } from './countersign-test-server.ts'

export type ClockControlledTestServer = TestServer & { pass: (milliseconds: number) => void }

export async function callApiExpectingSuccess<Answer = Record<string, unknown>>(
  browser: TestBrowser,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  body?: unknown,
): Promise<Answer> {
  const response = await browser.send(method, url, body)
  if (response.statusCode >= 400)
    throw new Error(`${method} ${url} was answered ${response.statusCode}: ${response.body}`)
  return response.body !== '' && /^application\/json(;|$)/.test(String(response.headers['content-type']))
    ? response.json<Answer>()
    : (undefined as Answer)
}
