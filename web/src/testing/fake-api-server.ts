// Fake API server for browser tests. Unexpected calls or origins and console errors fail the test.
import type { AdminApiEndpointOutput, AdminApiEndpointInput } from '@countersign/api/admin-api-endpoints'
import { adminApiRoutes } from '@countersign/api/admin-api-route-paths'
import type { AdminApiEndpointName } from '@countersign/api/admin-api-route-paths'
import type { ApiEndpointOutput, ApiEndpointInput } from '@countersign/api/api-endpoints'
import { errorCatalog } from '@countersign/api/error-catalog'
import type { ErrorCatalogCode } from '@countersign/api/error-catalog'
import type { ProblemDetails } from '@countersign/api/problem-details-schema'
import { apiRoutes } from '@countersign/api/api-route-paths'
import type { ApiEndpointName } from '@countersign/api/api-route-paths'
import { expect, onTestFinished, vi } from 'vitest'

type AnyCallName = ApiEndpointName | AdminApiEndpointName
type ResponseOf<Name> = Name extends ApiEndpointName
  ? ApiEndpointOutput<Name>
  : Name extends AdminApiEndpointName
    ? AdminApiEndpointOutput<Name>
    : never
type InputOf<Name> = Name extends ApiEndpointName
  ? ApiEndpointInput<Name>
  : Name extends AdminApiEndpointName
    ? AdminApiEndpointInput<Name>
    : never

export class FakeErrorResponse {
  readonly code: ErrorCatalogCode
  constructor(code: ErrorCatalogCode) {
    this.code = code
  }
}

export const fakeUnreachableResponse = Symbol('unreachable')

type FakeOutcome<Name> = ResponseOf<Name> | FakeErrorResponse | typeof fakeUnreachableResponse
type FakeResponse<Name> =
  | FakeOutcome<Name>
  | ((sent: InputOf<Name>, signal: AbortSignal) => FakeOutcome<Name> | Promise<FakeOutcome<Name>>)

export type FakeApiResponses = { readonly [Name in AnyCallName]?: FakeResponse<Name> }

export interface FakeApiServer {
  setResponses: (more: FakeApiResponses) => void
  getSentBodies: <Name extends AnyCallName>(name: Name) => InputOf<Name>['body'][]
}

const endpointPatterns = Object.entries({ ...apiRoutes, ...adminApiRoutes })
  .map(([name, { method, path }]) => ({
    name: name as AnyCallName,
    method,
    form: new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
  }))
  // Paths without parameters come first, because a parameter would also match them.
  .toSorted((one, other) => Number(one.form.source.includes('(?<')) - Number(other.form.source.includes('(?<')))

export function startFakeApiServer(first: FakeApiResponses): FakeApiServer {
  const answers: Record<string, unknown> = { ...first }
  const calls: { name: AnyCallName; body: unknown }[] = []
  const unexpected: string[] = []
  const real = globalThis.fetch
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { pathname, searchParams } = new URL(String(input), location.href)
    if (!pathname.startsWith('/api/')) return real(input, init)
    const method = init?.method ?? 'GET'
    const route = endpointPatterns.find((known) => known.method === method && known.form.test(pathname))
    if (route === undefined || !(route.name in answers)) {
      unexpected.push(`${route?.name ?? 'no call'}: ${method} ${pathname}`)
      return respond(new FakeErrorResponse('server.error'))
    }
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
    calls.push({ name: route.name, body })
    const given = answers[route.name]
    const params = { ...route.form.exec(pathname)?.groups }
    return respond(
      typeof given === 'function'
        ? ((await given({ body, params, query: Object.fromEntries(searchParams) }, init?.signal)) as unknown)
        : given,
    )
  })
  const logged = vi.spyOn(console, 'error')
  const foreign = watchCrossOriginRequests()
  onTestFinished(() => {
    spy.mockRestore()
    const errorsLogged = logged.mock.calls.map((values) => values.map(String).join(' '))
    logged.mockRestore()
    expect(unexpected, 'calls without an answer').toEqual([])
    expect(foreign(), 'requests to another origin').toEqual([])
    expect(errorsLogged, 'errors in the console').toEqual([])
  })
  return {
    setResponses: (more) => void Object.assign(answers, more),
    getSentBodies: (name) => calls.filter((call) => call.name === name).map(({ body }) => body as never),
  }
}

function watchCrossOriginRequests(): () => string[] {
  const found: string[] = []
  const add = (entries: PerformanceEntryList): void => {
    for (const { name } of entries)
      if (/^https?:/.test(name) && new URL(name).origin !== location.origin) found.push(name)
  }
  const observer = new PerformanceObserver((list) => add(list.getEntries()))
  observer.observe({ entryTypes: ['resource'] })
  return () => {
    add(observer.takeRecords())
    observer.disconnect()
    return found
  }
}

function respond(outcome: unknown): Response {
  if (outcome === fakeUnreachableResponse) throw new TypeError('Failed to fetch')
  if (outcome === undefined) return new Response(null, { status: 204 })
  if (!(outcome instanceof FakeErrorResponse)) return Response.json(outcome)
  const { status, title, detail, retry } = errorCatalog[outcome.code]
  const problem: ProblemDetails = {
    type: `/error?code=${outcome.code}`,
    code: outcome.code,
    title,
    status,
    detail,
    instance: 'test',
    retry,
  }
  return Response.json(problem, { status, headers: { 'content-type': 'application/problem+json' } })
}
