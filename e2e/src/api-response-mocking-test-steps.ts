// Mocks API responses that a test cannot provoke on a real server.
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { adminApiRoutes } from '@countersign/api/admin-api-route-paths'
import type { AdminApiEndpointName } from '@countersign/api/admin-api-route-paths'
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { errorCatalog } from '@countersign/api/error-catalog'
import type { ErrorCatalogCode } from '@countersign/api/error-catalog'
import type { ProblemDetails } from '@countersign/api/problem-details-schema'
import { apiRoutes } from '@countersign/api/api-route-paths'
import type { ApiEndpointName } from '@countersign/api/api-route-paths'
import type { Page } from '@playwright/test'

const everyRoute = { ...apiRoutes, ...adminApiRoutes }
type AnyCallName = ApiEndpointName | AdminApiEndpointName
type CallResponse<Name extends AnyCallName> = Name extends ApiEndpointName
  ? ApiEndpointOutput<Name>
  : Name extends AdminApiEndpointName
    ? AdminApiEndpointOutput<Name>
    : never

/** Returns the request bodies received. */
export async function mockApiEndpointResponse<Name extends AnyCallName>(
  page: Page,
  name: Name,
  mockCallResponse: CallResponse<Name>,
): Promise<unknown[]> {
  const sent: unknown[] = []
  await page.route(createApiEndpointUrlMatcher(name), (route) => {
    if (route.request().method() !== everyRoute[name].method) return route.fallback()
    sent.push(route.request().postDataJSON())
    return mockCallResponse === undefined ? route.fulfill({ status: 204 }) : route.fulfill({ json: mockCallResponse })
  })
  return sent
}

export function createApiEndpointUrlMatcher(name: AnyCallName): (url: URL) => boolean {
  const form = new RegExp(`^${everyRoute[name].path.replaceAll(/:\w+/g, '[^/]+')}$`)
  return (url) => form.test(url.pathname)
}

export async function mockApiEndpointError(
  page: Page,
  address: string | ((url: URL) => boolean),
  code: ErrorCatalogCode,
  retryAfterSeconds?: number,
): Promise<void> {
  await page.route(address, (route) => route.fulfill(createProblem(code, retryAfterSeconds)))
}

function createProblem(code: ErrorCatalogCode, retryAfterSeconds?: number) {
  const { status, title, detail, retry } = errorCatalog[code]
  const json: ProblemDetails = {
    type: `/error?code=${code}`,
    code,
    title,
    status,
    detail,
    instance: 'test',
    retry,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  }
  return { status, contentType: 'application/problem+json', json }
}

/** Makes the next call to a state-changing endpoint fail; the server handles later calls. */
export async function mockApiEndpointErrorOnce(
  page: Page,
  address: (url: URL) => boolean,
  code: ErrorCatalogCode,
): Promise<void> {
  let isRefused = false
  await page.route(address, (route) => {
    if (isRefused || route.request().method() === 'GET') return route.fallback()
    isRefused = true
    return route.fulfill(createProblem(code))
  })
}

export async function mockHangingApiEndpoint(page: Page, address: string | ((url: URL) => boolean)): Promise<void> {
  await page.route(address, () => undefined)
}

export async function mockDemonstrationWalletNotFound(page: Page): Promise<void> {
  await page.route('**/demonstration-wallet/**', (route) => route.fulfill({ status: 404 }))
}
