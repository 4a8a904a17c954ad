// Sends each request to any instance, and classifies responses as history outcomes.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import type { ApiEndpointName } from '@countersign/api/api-route-paths'
import type { ConsistencyTestOperationCompletion } from './consistency-test-history-recorder.ts'
import type {
  ConsistencyTestOperationDetails,
  ConsistencyTestOperationOutcome,
} from './consistency-test-operation-types.ts'

export interface ConsistencyTestResponse {
  status: number
  /** The error code; for application requests, the OAuth error code. */
  code: string | null
  body: Record<string, unknown>
  text: string
  location: string | null
}

export interface ConsistencyTestRequest {
  method: string
  path: string
  body?: object
  form?: Record<string, string>
  headers?: Record<string, string>
}

export type ResponseLike = Pick<globalThis.Response, 'status' | 'headers' | 'text'>

/** An instance, in another process or in this one. */
export interface ServerInstanceRequestHandler {
  name: string
  fetch: (path: string, request: RequestInit) => Promise<ResponseLike>
}

export interface ConsistencyTestBrowser {
  /** `see` receives the response at the moment when the browser stores the cookies in it. */
  send: (
    instance: ServerInstanceRequestHandler,
    request: ConsistencyTestRequest,
    see?: (answer: ConsistencyTestResponse) => void,
  ) => Promise<ConsistencyTestResponse>
}

export class NoServerResponseError extends Error {
  override readonly name = 'NoServerResponseError'
  /** Whether the request certainly did not arrive. */
  readonly isNotDelivered: boolean
  constructor(cause: unknown) {
    super('no answer', { cause })
    this.isNotDelivered = /ECONNREFUSED/.test(String((cause as { cause?: { code?: string } }).cause?.code))
  }
}

/** `origin` is null for a program, which sends no Origin header. `network` is a client address. */
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

export const getTypedApiResponseBody = <Name extends ApiEndpointName>(
  answer: ConsistencyTestResponse,
): ApiEndpointOutput<Name> => answer.body as ApiEndpointOutput<Name>

/** Refusals that mean nothing was changed. */
const notExecutedCodes = new Set(['database.unavailable', 'chain.unavailable', 'server.shutting_down', 'rate.limited'])
/** Errors that leave the outcome unknown. */
const indeterminateCodes = new Set([
  'database.commit_unknown',
  'server.error',
  'server_error',
  'temporarily_unavailable',
])

export function classifyConsistencyTestResponse({
  status,
  code,
}: Pick<ConsistencyTestResponse, 'status' | 'code'>): ConsistencyTestOperationOutcome {
  if (code !== null && notExecutedCodes.has(code)) return 'fail'
  if (status >= 500 || (code !== null && indeterminateCodes.has(code))) return 'info'
  return status >= 400 || code !== null ? 'fail' : 'ok'
}

/** `learn` returns null if a response with a successful status shows that the operation failed. */
export async function performSingleRequestTestOperation(
  browser: ConsistencyTestBrowser,
  instance: ServerInstanceRequestHandler,
  request: ConsistencyTestRequest,
  learn: (answer: ConsistencyTestResponse) => ConsistencyTestOperationDetails | null = () => ({}),
): Promise<ConsistencyTestOperationCompletion> {
  try {
    let learned: ConsistencyTestOperationDetails | null = {}
    // Read in the same event-loop turn as the cookies, so no request sees only one of them.
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

/** RFC 6265 §5.2. Deleted cookies are kept, as a thief would, to show that they stopped working. */
function storeCookie(cookies: Map<string, string>, line: string): void {
  const [pair = ''] = line.split(/;\s*/)
  const at = pair.indexOf('=')
  const value = pair.slice(at + 1)
  if (value !== '') cookies.set(pair.slice(0, at), value)
}
