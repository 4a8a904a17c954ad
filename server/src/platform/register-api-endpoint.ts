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

export interface ServerAppContext {
  http: FastifyInstance
  settings: ServerSettings
  database: Database
  replica: ReadReplicaWithFallback | null
  clock: Clock
  random: RandomBytes
  cookies: ServerCookieConfig
  chains: ConfiguredChains
  metrics: MetricsRegistry
  rateLimiter: RateLimiter
  /** @returns false if some entries are still pending */
  flushAuditLog: () => Promise<boolean>
}

type EndpointHandler<Name extends ApiEndpointName> = (
  input: ApiEndpointInput<Name> & { request: FastifyRequest; reply: FastifyReply },
) => Promise<ApiEndpointOutput<Name>>

export interface ApiEndpointOptions {
  maxBodyBytes?: number
  /** Runs before any part of the request is parsed. */
  authorizeEarly?: (request: FastifyRequest) => Promise<void>
  acceptsApiTokens?: boolean
}

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

export interface ApiEndpointRoute extends ApiEndpointOptions {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  name: string
  call: ApiEndpointDefinition
}

export function registerApiEndpointRoute(
  { http }: ServerAppContext,
  { method, path, name, call, maxBodyBytes, authorizeEarly, acceptsApiTokens }: ApiEndpointRoute,
  handler: (input: { body: unknown; params: unknown; query: unknown } & HttpExchange) => Promise<unknown>,
): void {
  http.route({
    method,
    url: path,
    // For a HEAD request, the server would generate the whole response only to discard it.
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
      // Unknown query parameters are refused everywhere.
      querystring: call.query ?? { type: 'object', properties: {}, additionalProperties: false },
      response: describeResponses(call),
    },
    handler: async (request, reply) => {
      const { body, params, query } = request
      if (call.body === null && body != null)
        throw new ApiError('request.invalid', { privateDetail: 'the request has a body, but none is expected' })
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
