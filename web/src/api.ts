// The browser's side of every call to the server. Whatever happens comes back as a value: an answer, the server's own
// refusal, or what kept the two apart.
import type { CallAnswer, CallInput } from '@countersign/api/calls'
import type { Problem } from '@countersign/api/problem'
import { routes } from '@countersign/api/routes'
import type { CallName } from '@countersign/api/routes'

/** Why a call got no answer of the server at all. */
export type ClientProblemCode = 'network.offline' | 'network.unreachable' | 'network.cancelled'

/** A call that did not reach the server, in the shape of the server's own problems as far as it goes. */
export interface ClientProblem {
  code: ClientProblemCode
  retry: boolean
}

/** What a call comes to. The time is the server's, in milliseconds since 1970, to tell a clock that is wrong. */
export type ResultOf<Answer> =
  | { ok: true; answer: Answer; serverTime?: number }
  | { ok: false; problem: Problem | ClientProblem; serverTime?: number }

/** An answer as it arrives here: a file comes as one. */
export type Arrived<Answer> = Answer extends AsyncIterable<string> ? Blob : Answer

export type Answered<Name extends CallName> = Arrived<CallAnswer<Name>>
export type CallResult<Name extends CallName> = ResultOf<Answered<Name>>

/** The parts that a call has, without those that it has not. */
type Parts<Input> = { [Part in keyof Input as Input[Part] extends undefined ? never : Part]: Input[Part] }
type Optional<Input> = { [Part in keyof Input as object extends Input[Part] ? Part : never]?: Input[Part] }
type Required<Input> = { [Part in keyof Input as object extends Input[Part] ? never : Part]: Input[Part] }

/** What a caller gives: body, params and query where the call has them, and a signal to give up by. */
export type Given<Input> = Optional<Parts<Input>> & Required<Parts<Input>> & { signal?: AbortSignal }

/** The same as the rest of a caller's arguments: nothing where nothing has to be given. */
export type Arguments<Input> = object extends Given<Input> ? [given?: Given<Input>] : [given: Given<Input>]

/** Calls the server. Never rejects. */
export type CallServer = <Name extends CallName>(name: Name, ...given: Arguments<CallInput<Name>>) => Promise<CallResult<Name>>

/** Where a call goes. */
interface CallRoute {
  readonly method: string
  readonly path: string
}

interface Sent {
  body?: unknown
  params?: object
  query?: object
  signal?: AbortSignal
}

/** A server that says nothing for this long counts as unreachable. */
const patienceMs = 20_000

/**
 * Makes the function that calls the server.
 * @param send does the HTTP exchange; the browser's own `fetch`, or a test's
 * @param isOnline whether the browser believes that it has a network
 */
export function createCall(send: typeof fetch, isOnline: () => boolean): CallServer {
  const exchange = createExchange(send, isOnline)
  return (async (name: CallName, given?: Sent) => exchange(routes[name], given)) as CallServer
}

/** The same for whatever has a route: the calls of the administration have theirs elsewhere. */
export function createExchange(send: typeof fetch, isOnline: () => boolean): (route: CallRoute, given?: Sent) => Promise<ResultOf<unknown>> {
  return async (route, input = {}) => {
    const giveUp = new AbortController()
    const stop = () => giveUp.abort()
    const timer = setTimeout(stop, patienceMs)
    input.signal?.addEventListener('abort', stop)
    if (input.signal?.aborted) stop()
    try {
      const response = await send(addressOf(route, input), {
        method: route.method,
        credentials: 'same-origin',
        cache: 'no-store',
        redirect: 'error',
        headers: input.body === undefined ? {} : { 'content-type': 'application/json' },
        body: input.body === undefined ? null : JSON.stringify(input.body),
        signal: giveUp.signal,
      })
      // A file takes as long as it takes, once it has begun to come.
      if (isFile(response)) clearTimeout(timer)
      return await read(response)
    } catch {
      if (input.signal?.aborted) return refuse('network.cancelled')
      return refuse(isOnline() ? 'network.unreachable' : 'network.offline')
    } finally {
      clearTimeout(timer)
      input.signal?.removeEventListener('abort', stop)
    }
  }
}

/** How this browser reaches the server. */
export const browser = [(...request: Parameters<typeof fetch>) => fetch(...request), () => navigator.onLine] as const

export const call: CallServer = createCall(...browser)

function addressOf(route: CallRoute, input: Pick<Sent, 'params' | 'query'>): string {
  const params = new Map(Object.entries(input.params ?? {}))
  const path = route.path.replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params.get(key))))
  const query = Object.entries(input.query ?? {}).filter((entry) => entry[1] !== undefined)
  return query.length === 0 ? path : `${path}?${new URLSearchParams(query)}`
}

async function read(response: Response): Promise<ResultOf<unknown>> {
  const date = Date.parse(response.headers.get('date') ?? '')
  const time = Number.isNaN(date) ? {} : { serverTime: date }
  if (response.ok && isFile(response)) return { ok: true, answer: await response.blob(), ...time }
  const text = await response.text()
  if (response.ok) return { ok: true, answer: text === '' ? undefined : JSON.parse(text), ...time }
  const problem = JSON.parse(text) as unknown
  // A refusal that is no problem document comes from something that stands between: a proxy, a captive portal.
  return isProblem(problem) ? { ok: false, problem, ...time } : refuse('network.unreachable')
}

function isFile({ headers }: Response): boolean {
  return headers.get('content-disposition')?.startsWith('attachment') ?? false
}

function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'string'
}

function refuse(code: ClientProblemCode): { ok: false; problem: ClientProblem } {
  return { ok: false, problem: { code, retry: true } }
}
