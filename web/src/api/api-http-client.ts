// One call to the server and what comes of it, whichever call it is: which there are, and where they go, is known elsewhere, so
// that each page carries only its own.
import type { ProblemDetails } from '@countersign/api/problem-details-schema'

/** Why a call got no answer of the server at all. */
export type HttpConnectionProblemCode = 'network.offline' | 'network.unreachable' | 'network.cancelled'

/** A call that did not reach the server, in the shape of the server's own problems as far as it goes. */
export interface HttpConnectionProblem {
  code: HttpConnectionProblemCode
  retry: boolean
}

/** What a call comes to. The time is the server's, in milliseconds since 1970, to tell a clock that is wrong. */
export type ApiResult<Answer> =
  | { ok: true; answer: Answer; serverTime?: number }
  | { ok: false; problem: ProblemDetails | HttpConnectionProblem; serverTime?: number }

/** Where a call goes. */
interface EndpointRoute {
  readonly method: string
  readonly path: string
}

/** What goes with it. */
export interface ApiHttpRequestOptions {
  body?: unknown
  params?: object
  query?: object
  signal?: AbortSignal
}

type SendRequest = (route: EndpointRoute, given?: ApiHttpRequestOptions) => Promise<ApiResult<unknown>>

/** Makes the function that sends calls by their names. @param routes where each of them goes */
export const createBrowserApiCallerForRoutes =
  <Name extends string>(routes: Readonly<Record<Name, EndpointRoute>>, exchange: SendRequest) =>
  (name: Name, given?: ApiHttpRequestOptions) =>
    exchange(routes[name], given)

/**
 * Makes the function that sends a call to where it goes.
 * @param send does the HTTP exchange; the browser's own `fetch`, or a test's
 * @param isOnline whether the browser believes that it has a network
 * @param patienceMs a server that says nothing for this long counts as unreachable
 */
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
        headers: input.body === undefined ? {} : { 'content-type': 'application/json' },
        body: input.body === undefined ? null : JSON.stringify(input.body),
        signal: giveUp.signal,
      })
      // A file takes as long as it takes, once it has begun to come.
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

/** Calls that put another session in the place of the one that there is, or none. */
const sessionChangePaths = /^\/api\/(step-up|sign-)/

/**
 * Those of them that are under way, and how many there were. Nothing is asked beside one, with a session that is about to end; what was asked just before is
 * asked once more, so that nobody is taken to have been signed out.
 */
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

/** How this browser reaches the server. */
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
  // A refusal that is no problem document comes from something that stands between: a proxy, a captive portal.
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
