// A browser without a screen whose requests go to whichever instance it is told: cookies, and answers as the operations of a history have them.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import type { ApiEndpointName } from '@countersign/api/api-route-paths'
import type { ConsistencyTestOperationCompletion } from './consistency-test-history-recorder.ts'
import type {
  ConsistencyTestOperationDetails,
  ConsistencyTestOperationOutcome,
} from './consistency-test-operation-types.ts'

/** What came back. */
export interface ConsistencyTestResponse {
  status: number
  /** The code of a refusal; the protocol's own where an application asked. */
  code: string | null
  body: Record<string, unknown>
  text: string
  /** Where it leads on. */
  location: string | null
}

export interface ConsistencyTestRequest {
  method: string
  path: string
  /** Sent as JSON. */
  body?: object
  /** Sent as a form. */
  form?: Record<string, string>
  headers?: Record<string, string>
}

/** What of a response is read. */
export type ResponseLike = Pick<globalThis.Response, 'status' | 'headers' | 'text'>

/** Somebody who answers requests: an instance of the server, in a process of its own or in this one. */
export interface ServerInstanceRequestHandler {
  name: string
  /** @throws where no answer comes */
  fetch: (path: string, request: RequestInit) => Promise<ResponseLike>
}

/** A browser; its cookies are its own. */
export interface ConsistencyTestBrowser {
  /**
   * @param see is shown the answer at the moment at which the browser takes its cookies
   * @throws NoServerResponseError where no answer came
   */
  send: (
    instance: ServerInstanceRequestHandler,
    request: ConsistencyTestRequest,
    see?: (answer: ConsistencyTestResponse) => void,
  ) => Promise<ConsistencyTestResponse>
}

/** No answer came. */
export class NoServerResponseError extends Error {
  override readonly name = 'NoServerResponseError'
  /** Whether the request cannot have arrived. */
  readonly isNotDelivered: boolean
  constructor(cause: unknown) {
    super('no answer', { cause })
    this.isNotDelivered = /ECONNREFUSED/.test(String((cause as { cause?: { code?: string } }).cause?.code))
  }
}

/**
 * @param origin where its pages come from: the site; null for a program, which has none
 * @param network an address of the network that it is in
 */
export function createConsistencyTestBrowser(origin: string | null, network: string): ConsistencyTestBrowser {
  const cookies = new Map<string, string>()
  return {
    send: async (instance, { method, path, body, form, headers = {} }, see = () => {}) => {
      const content = form === undefined ? JSON.stringify(body) : new URLSearchParams(form)
      try {
        const response = await instance.fetch(path, {
          method,
          headers: {
            ...(origin !== null && { origin }),
            'x-forwarded-for': network,
            ...(cookies.size > 0 && { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
            ...(body !== undefined && { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(content !== undefined && { body: content }),
        })
        const text = await response.text()
        for (const line of response.headers.getSetCookie()) storeCookie(cookies, line)
        const answer = summarizeResponse(response, text)
        see(answer)
        return answer
      } catch (error) {
        throw new NoServerResponseError(error)
      }
    },
  }
}

function summarizeResponse(response: ResponseLike, text: string): ConsistencyTestResponse {
  const isJson = /[/+]json(;|$)/.test(response.headers.get('content-type') ?? '')
  const body = isJson && text !== '' ? (JSON.parse(text) as Record<string, unknown>) : {}
  const location = response.headers.get('location')
  const query = location === null ? null : new URL(location, 'https://none.example').searchParams
  const code =
    body['code'] ??
    body['error'] ??
    query?.get('error') ??
    (location?.startsWith('/error?') ? query?.get('code') : null)
  return { status: response.status, code: typeof code === 'string' ? code : null, body, text, location }
}

/** What of a call is read where it was answered well. */
export const getTypedApiResponseBody = <Name extends ApiEndpointName>(
  answer: ConsistencyTestResponse,
): ApiEndpointOutput<Name> => answer.body as ApiEndpointOutput<Name>

/** Refusals of a database or a chain that is away, or a server that stops: nothing has happened. */
const notExecutedCodes = new Set(['database.unavailable', 'chain.unavailable', 'server.shutting_down', 'rate.limited'])
/** What leaves open whether anything has. */
const indeterminateCodes = new Set([
  'database.commit_unknown',
  'server.error',
  'server_error',
  'temporarily_unavailable',
])

/** What an answer says of the operation that it answers. */
export function classifyConsistencyTestResponse({
  status,
  code,
}: Pick<ConsistencyTestResponse, 'status' | 'code'>): ConsistencyTestOperationOutcome {
  if (code !== null && notExecutedCodes.has(code)) return 'fail'
  if (status >= 500 || (code !== null && indeterminateCodes.has(code))) return 'info'
  return status >= 400 || code !== null ? 'fail' : 'ok'
}

/**
 * Carries out an operation of one request.
 * @param learn what is read from an answer that says that it happened; null where it says so of something else
 */
export async function performSingleRequestTestOperation(
  browser: ConsistencyTestBrowser,
  instance: ServerInstanceRequestHandler,
  request: ConsistencyTestRequest,
  learn: (answer: ConsistencyTestResponse) => ConsistencyTestOperationDetails | null = () => ({}),
): Promise<ConsistencyTestOperationCompletion> {
  try {
    let learned: ConsistencyTestOperationDetails | null = {}
    // Learned together with the cookies, so that nobody asks in between with one and without the other.
    const answer = await browser.send(instance, request, (seen) => {
      if (classifyConsistencyTestResponse(seen) === 'ok') learned = learn(seen)
    })
    const outcome = classifyConsistencyTestResponse(answer)
    return learned === null
      ? { outcome: 'fail', code: 'led elsewhere', facts: {} }
      : { outcome, code: answer.code, facts: learned }
  } catch (error) {
    if (!(error instanceof NoServerResponseError)) throw error
    return {
      outcome: error.isNotDelivered ? 'fail' : 'info',
      code: error.isNotDelivered ? 'unheard' : 'unanswered',
      facts: {},
    }
  }
}

/**
 * RFC 6265 §5.2, as far as this server uses it: a name and a value. What is taken back is kept all the same: whoever has copied a cookie does not obey,
 * and that it is worth nothing any more is what a history shows.
 */
function storeCookie(cookies: Map<string, string>, line: string): void {
  const [pair = ''] = line.split(/;\s*/)
  const at = pair.indexOf('=')
  const value = pair.slice(at + 1)
  if (value !== '') cookies.set(pair.slice(0, at), value)
}
