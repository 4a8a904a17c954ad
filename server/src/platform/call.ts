// Ties a call of the contract (room api/) to the function that answers it: path, schemas and documentation come from the
// contract, types follow.
import { calls } from '@countersign/api/calls'
import type { Call, CallAnswer, CallInput } from '@countersign/api/calls'
import { errors } from '@countersign/api/errors'
import { problem } from '@countersign/api/problem'
import { routes } from '@countersign/api/routes'
import type { CallName } from '@countersign/api/routes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import type { Chains } from './chain-settings.ts'
import type { Clock, Random } from './clock.ts'
import type { Cookies } from './cookies.ts'
import type { Database } from './database/open-database.ts'
import type { Replica } from './database/replica.ts'
import type { Metrics } from './metrics.ts'
import type { RateLimits } from './rate-limits/rate-limits.ts'
import { Refusal } from './refusal.ts'
import type { Settings } from './settings.ts'

/** What every room is given: the HTTP server to register with, and the world it works in. */
export interface App {
  http: FastifyInstance
  settings: Settings
  database: Database
  /** A copy of the database for long lists; null where there is none. */
  replica: Replica | null
  clock: Clock
  random: Random
  cookies: Cookies
  /** Whatever is not here cannot be read. */
  chains: Chains
  metrics: Metrics
  rateLimits: RateLimits
  /** Lets whoever reads the activity find what was written before, which may wait for its place still. @returns false where some of it does */
  settleLog: () => Promise<boolean>
}

type Handler<Name extends CallName> = (
  input: CallInput<Name> & { request: FastifyRequest; reply: FastifyReply },
) => Promise<CallAnswer<Name>>

/** What is otherwise for one call than for the rest. */
export interface CallOptions {
  /** The largest body of this call, where it is not that of every call. */
  bodyBytes?: number
  /** Lets the request in or refuses it before anything of it is parsed, for what is for few. */
  admit?: (request: FastifyRequest) => Promise<void>
  /** Whether a program may call it with a token in place of a page with a cookie. */
  openToTokens?: boolean
}

/**
 * Registers the function that answers a call.
 * @param handler is given the checked input; what it returns is the answer, what it throws is refused. A file is returned as its
 * pieces, which are asked for as fast as the caller takes them (`beginDownload` says what the file is).
 */
export function registerCall<Name extends CallName>(
  app: App,
  name: Name,
  handler: Handler<Name>,
  options: CallOptions = {},
): void {
  registerRoute(app, { ...routes[name], name, call: calls[name], ...options }, (input) =>
    handler(input as CallInput<Name> & HttpExchange),
  )
}

export interface HttpExchange {
  request: FastifyRequest
  reply: FastifyReply
}

/** A call and where it lives. */
export interface Route extends CallOptions {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  name: string
  call: Call
}

/** The same for a call of whichever contract. */
export function registerRoute(
  { http }: App,
  { method, path, name, call, bodyBytes, admit, openToTokens }: Route,
  handler: (input: { body: unknown; params: unknown; query: unknown } & HttpExchange) => Promise<unknown>,
): void {
  http.route({
    method,
    url: path,
    // Whoever asked for the head alone would have the whole answer made for nobody, a file to its end.
    exposeHeadRoute: false,
    ...(bodyBytes !== undefined && { bodyLimit: bodyBytes }),
    ...(admit !== undefined && { onRequest: admit }),
    ...(openToTokens === true && { config: { openToTokens } }),
    schema: {
      operationId: name,
      summary: call.about,
      ...(openToTokens === true && { security: [{ session: [] }, { token: [] }] }),
      ...(call.body && { body: call.body }),
      ...(call.params && { params: call.params }),
      // A call without a query accepts none: unknown fields are refused everywhere.
      querystring: call.query ?? { type: 'object', properties: {}, additionalProperties: false },
      response: responses(call),
    },
    handler: async (request, reply) => {
      const { body, params, query } = request
      if (call.body === null && body != null)
        throw new Refusal('request.invalid', { privateDetail: 'a body where none is expected' })
      const answer = await handler({ body, params, query, request, reply })
      if (call.answer === null) return reply.code(204).send()
      if (isFile(answer)) return reply.send(Readable.from(answer))
      return answer
    },
  })
}

const isFile = (answer: unknown): answer is AsyncIterable<string> =>
  typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer

function responses(call: Call): Record<string, object> {
  const success =
    call.answer === null
      ? { 204: { type: 'null', description: 'Done.' } }
      : { 200: { description: 'Done.', ...call.answer } }
  const codesOfStatus = Map.groupBy(call.errors, (code) => errors[code].status)
  const refusals = [...codesOfStatus].map(([status, codes]) => [status, { ...problem, description: codes.join(', ') }])
  return { ...success, ...Object.fromEntries(refusals) }
}
