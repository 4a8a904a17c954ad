// Creates API tokens and makes calls with them.
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import type { AdminPermission } from '@countersign/api/admin-role-permissions'
import type { TestServer, TestBrowser } from './countersign-test-server.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Made = AdminApiEndpointOutput<'createApiToken'>
export async function issueTestApiToken(
  browser: TestBrowser,
  permissions: readonly AdminPermission[] = ['figures.read'],
  days = 30,
): Promise<Made> {
  const response = await browser.send('POST', '/api/admin/api-tokens', { name: 'Nightly report', permissions, days })
  if (response.statusCode !== 200) throw new Error(response.body)
  return response.json<Made>()
}

/** Sends no cookies or browser headers. */
export const callWithApiToken = (app: TestServer, secret: string, method: Method, url: string, body?: object) =>
  app.http.inject({
    method,
    url,
    headers: { authorization: `Bearer ${secret}` },
    ...(body !== undefined && { payload: body }),
  })
