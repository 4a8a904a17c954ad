// Browser HTTP client. It contains no routes, so that each page loads only its own.
import type { ProblemDetails } from '@countersign/api/problem-details-schema'

export type HttpConnectionProblemCode = 'network.offline' | 'network.unreachable' | 'network.cancelled'

export interface HttpConnectionProblem {
  code: HttpConnectionProblemCode
  retry: boolean
}

/** `serverTime` is from the Date header, in milliseconds since 1970; it reveals a wrong clock. */
export type ApiResult<Answer> =
  | { ok: true; answer: Answer; serverTime?: number }
  | { ok: false; problem: ProblemDetails | HttpConnectionProblem; serverTime?: number }

interface EndpointRoute {
  readonly method: string
  readonly path: string
}

export interface ApiHttpRequestOptions {
  body?: unknown
  params?: object
  query?: object
  headers?: Readonly<Record<string, string>>
  signal?: AbortSignal
}

type SendRequest = (route: EndpointRoute, given?: ApiHttpRequestOptions) => Promise<ApiResult<unknown>>

export const createBrowserApiCallerForRoutes =
  <Name extends string>(routes: Readonly<Record<Name, EndpointRoute>>, exchange: SendRequest) =>
  (name: Name, given?: ApiHttpRequestOptions) =>
    exchange(routes[name], given)

/** @param patienceMs a server that does not respond within this time counts as unreachable */
export function createBrowserHttpClient(send: typeof fetch, isOnline: () => boolean, patienceMs = 20_000): SendRequest {
  const ask: SendRequest = async (route, input = {}) => {
    const giveUp = new AbortController()
    const stop = () => giveUp.abort()
    const timer = setTimeout(stop, patienceMs)
    input.signal?.addEventListener('abort', stop)
    if (input.signal?.aborted) stop()
    try {
      const response = await send(buildRequestUrl(route, input), {
        method: route.method,
        credentials: 'same-origin',
        cache: 'no-store',
        redirect: 'error',
        headers: { ...(input.body !== undefined && { 'content-type': 'application/json' }), ...input.headers },
        body: input.body === undefined ? null : JSON.stringify(input.body),
        signal: giveUp.signal,
      })
      // Once a download has started, it may take any amount of time.
      if (isFileDownload(response)) clearTimeout(timer)
      return await parseResponse(response)
    } catch {
      if (input.signal?.aborted) return createClientProblem('network.cancelled')
      return createClientProblem(isOnline() ? 'network.unreachable' : 'network.offline')
    } finally {
      clearTimeout(timer)
      input.signal?.removeEventListener('abort', stop)
    }
  }
  return async (route, input) => {
    if (route.method !== 'GET')
      return sessionChangePaths.test(route.path) ? trackSessionChange(ask(route, input)) : ask(route, input)
    await Promise.all(pendingSessionChanges)
    const before = sessionChangeCount
    const result = await ask(route, input)
    if (result.ok || result.problem.code !== 'session.required') return result
    await Promise.all(pendingSessionChanges)
    return sessionChangeCount === before ? result : ask(route, input)
  }
}

const sessionChangePaths = /^\/api\/(step-up|sign-)/

/** GET requests wait for these calls. A GET that was refused during such a call is retried. */
const pendingSessionChanges = new Set<Promise<unknown>>()
let sessionChangeCount = 0

async function trackSessionChange<Result>(call: Promise<Result>): Promise<Result> {
  pendingSessionChanges.add(call)
  try {
    return await call
  } finally {
    pendingSessionChanges.delete(call)
    sessionChangeCount += 1
  }
}

export const browserHttpTransport = [
  (...request: Parameters<typeof fetch>) => fetch(...request),
  () => navigator.onLine,
] as const

function buildRequestUrl(route: EndpointRoute, input: Pick<ApiHttpRequestOptions, 'params' | 'query'>): string {
  const params = new Map(Object.entries(input.params ?? {}))
  const path = route.path.replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params.get(key))))
  const query = Object.entries(input.query ?? {}).filter((entry) => entry[1] !== undefined)
  return query.length === 0 ? path : `${path}?${new URLSearchParams(query)}`
}

async function parseResponse(response: Response): Promise<ApiResult<unknown>> {
  const date = Date.parse(response.headers.get('date') ?? '')
  const time = Number.isNaN(date) ? {} : { serverTime: date }
  if (response.ok && isFileDownload(response)) return { ok: true, answer: await response.blob(), ...time }
  const text = await response.text()
  if (response.ok) return { ok: true, answer: text === '' ? undefined : JSON.parse(text), ...time }
  const problem = JSON.parse(text) as unknown
  // The body is not a problem document, so a proxy or a captive portal responded.
  return isProblem(problem) ? { ok: false, problem, ...time } : createClientProblem('network.unreachable')
}

function isFileDownload({ headers }: Response): boolean {
  return headers.get('content-disposition')?.startsWith('attachment') ?? false
}

function isProblem(value: unknown): value is ProblemDetails {
  return typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'string'
}

function createClientProblem(code: HttpConnectionProblemCode): { ok: false; problem: HttpConnectionProblem } {
  return { ok: false, problem: { code, retry: true } }
}
