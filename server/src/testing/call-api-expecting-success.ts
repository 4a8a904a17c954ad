// Calls one endpoint as a browser and requires success, for the tests that exercise all of them.
import type { TestServer, TestBrowser } from './countersign-test-server.ts'

/** A server whose clock can be moved, with a contract at the first address that alice owns. */
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
