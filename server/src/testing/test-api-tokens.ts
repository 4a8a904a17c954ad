// Tokens of the administration, and calls with them.
import type { AdminEndpointOutput } from '@countersign/api/admin-endpoints'
import type { Permission } from '@countersign/api/role-permissions'
import type { TestApp, TestBrowser } from './test-app.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Made = AdminEndpointOutput<'createApiToken'>
export const readOutcomeCode = (response: { statusCode: number; body: string }): string =>
  response.statusCode < 300 ? 'done' : (JSON.parse(response.body) as { code: string }).code

export async function issueApiToken(
  browser: TestBrowser,
  permissions: readonly Permission[] = ['figures.read'],
  days = 30,
): Promise<Made> {
  const response = await browser.send('POST', '/api/admin/api-tokens', { name: 'Nightly report', permissions, days })
  if (response.statusCode !== 200) throw new Error(response.body)
  return response.json<Made>()
}

/** A program: no cookies, and nothing of what a browser says by itself. */
export const callWithApiToken = (app: TestApp, secret: string, method: Method, url: string, body?: object) =>
  app.http.inject({
    method,
    url,
    headers: { authorization: `Bearer ${secret}` },
    ...(body !== undefined && { payload: body }),
  })
