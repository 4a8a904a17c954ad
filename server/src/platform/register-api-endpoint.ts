// Ties a call of the contract (room api/) to the function that answers it: path, schemas and documentation come from the
// contract, types follow.
import { apiEndpoints } from '@countersign/api/api-endpoints'
import type { ApiEndpointDefinition, ApiEndpointOutput, ApiEndpointInput } from '@countersign/api/api-endpoints'
import { errorCatalog } from '@countersign/api/error-catalog'
import { problemDetailsSchema } from '@countersign/api/problem-details-schema'
import { apiRoutes } from '@countersign/api/api-route-paths'
import type { ApiEndpointName } from '@countersign/api/api-route-paths'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import type { ConfiguredChains } from './chain-settings.ts'
import type { Clock, RandomBytes } from './clock.ts'
import type { ServerCookieConfig } from './server-cookie-config.ts'
import type { Database } from './database/open-sqlite-or-postgres-database.ts'
import type { ReadReplicaWithFallback } from './database/read-replica-with-fallback.ts'
import type { MetricsRegistry } from './prometheus-metrics.ts'
import type { RateLimiter } from './rate-limits/rate-limiter.ts'
import { ApiError } from './api-error.ts'
import type { ServerSettings } from './server-setting-definitions.ts'

/** What every room is given: the HTTP server to register with, and the world it works in. */
export interface ServerAppContext {
  http: FastifyInstance
  settings: ServerSettings
  database: Database
  /** A copy of the database for long lists; null where there is none. */
  replica: ReadReplicaWithFallback | null
  clock: Clock
  random: RandomBytes
  cookies: ServerCookieConfig
  /** Whatever is not here cannot be read. */
  chains: ConfiguredChains
  metrics: MetricsRegistry
  rateLimiter: RateLimiter
  /** Lets whoever reads the activity find what was written before, which may wait for its place still. @returns false where some of it does */
  flushAuditLog: () => Promise<boolean>
}

type EndpointHandler<Name extends ApiEndpointName> = (
  input: ApiEndpointInput<Name> & { request: FastifyRequest; reply: FastifyReply },
) => Promise<ApiEndpointOutput<Name>>

/** What is otherwise for one call than for the rest. */
export interface ApiEndpointOptions {
  /** The largest body of this call, where it is not that of every call. */
  maxBodyBytes?: number
  /** Lets the request in or refuses it before anything of it is parsed, for what is for few. */
  authorizeEarly?: (request: FastifyRequest) => Promise<void>
  /** Whether a program may call it with a token in place of a page with a cookie. */
  acceptsApiTokens?: boolean
}

/**
 * Registers the function that answers a call.
 * @param handler is given the checked input; what it returns is the answer, what it throws is refused. A file is returned as its
 * pieces, which are asked for as fast as the caller takes them (`startDownload` says what the file is).
 */
export function registerApiEndpoint<Name extends ApiEndpointName>(
  app: ServerAppContext,
  name: Name,
  handler: EndpointHandler<Name>,
  options: ApiEndpointOptions = {},
): void {
  registerApiEndpointRoute(app, { ...apiRoutes[name], name, call: apiEndpoints[name], ...options }, (input) =>
    handler(input as ApiEndpointInput<Name> & HttpExchange),
  )
}

export interface HttpExchange {
  request: FastifyRequest
  reply: FastifyReply
}

/** A call and where it lives. */
export interface ApiEndpointRoute extends ApiEndpointOptions {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  name: string
  call: ApiEndpointDefinition
}

/** The same for a call of whichever contract. */
export function registerApiEndpointRoute(
  { http }: ServerAppContext,
  { method, path, name, call, maxBodyBytes, authorizeEarly, acceptsApiTokens }: ApiEndpointRoute,
  handler: (input: { body: unknown; params: unknown; query: unknown } & HttpExchange) => Promise<unknown>,
): void {
  http.route({
    method,
    url: path,
    // Whoever asked for the head alone would have the whole answer made for nobody, a file to its end.
    exposeHeadRoute: false,
    ...(maxBodyBytes !== undefined && { bodyLimit: maxBodyBytes }),
    ...(authorizeEarly !== undefined && { onRequest: authorizeEarly }),
    ...(acceptsApiTokens === true && { config: { openToTokens: acceptsApiTokens } }),
    schema: {
      operationId: name,
      summary: call.about,
      ...(acceptsApiTokens === true && { security: [{ session: [] }, { token: [] }] }),
      ...(call.body && { body: call.body }),
      ...(call.params && { params: call.params }),
      // A call without a query accepts none: unknown fields are refused everywhere.
      querystring: call.query ?? { type: 'object', properties: {}, additionalProperties: false },
      response: describeResponses(call),
    },
    handler: async (request, reply) => {
      const { body, params, query } = request
      if (call.body === null && body != null)
        throw new ApiError('request.invalid', { privateDetail: 'a body where none is expected' })
      const answer = await handler({ body, params, query, request, reply })
      if (call.answer === null) return reply.code(204).send()
      if (isFileStream(answer)) return reply.send(Readable.from(answer))
      return answer
    },
  })
}

const isFileStream = (answer: unknown): answer is AsyncIterable<string> =>
  typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer

function describeResponses(call: ApiEndpointDefinition): Record<string, object> {
  const success =
    call.answer === null
      ? { 204: { type: 'null', description: 'Done.' } }
      : { 200: { description: 'Done.', ...call.answer } }
  const codesOfStatus = Map.groupBy(call.errors, (code) => errorCatalog[code].status)
  const refusals = [...codesOfStatus].map(([status, codes]) => [
    status,
    { ...problemDetailsSchema, description: codes.join(', ') },
  ])
  return { ...success, ...Object.fromEntries(refusals) }
}
