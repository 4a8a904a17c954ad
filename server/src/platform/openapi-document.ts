// The description of the calls at /api/openapi.json, made from the contract that the server itself checks requests by. It is made when
// it is first asked for: what makes it is large, and most servers are never asked.
import Fastify from 'fastify'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { createServerCookieConfig } from './server-cookie-config.ts'

/** Registers the description. Must come before the calls, which it collects as they are registered. */
export function registerOpenApiDocument(http: FastifyInstance, origin: string): void {
  const calls: RouteOptions[] = []
  http.addHook('onRoute', (call) => {
    if (!isHiddenRoute(call)) calls.push(call)
  })
  let made: Promise<object> | null = null
  http.get('/api/openapi.json', { schema: { hide: true } }, () => (made ??= generateOpenApiDocument(calls, origin)))
}

/** @fastify/swagger's own mark, and heads, which say nothing of their own. */
const isHiddenRoute = ({ schema, method }: RouteOptions): boolean =>
  schema === undefined || (schema as { hide?: boolean }).hide === true || method === 'HEAD'

/** Asks the library for it, in a server that knows these calls and answers none. */
async function generateOpenApiDocument(calls: readonly RouteOptions[], origin: string): Promise<object> {
  const { default: swagger } = await import('@fastify/swagger')
  const described = Fastify({ exposeHeadRoutes: false })
  await described.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Countersign',
        description: 'Sign-in for blockchain wallets. Refusals are problem documents (RFC 9457) with a stable "code".',
        version: '1',
      },
      servers: [{ url: origin }],
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: createServerCookieConfig(origin).session.name,
            description: 'Whoever is signed in in this browser.',
          },
          token: {
            type: 'http',
            scheme: 'bearer',
            description: 'A token of the administration, for programs. It needs no cookie and no Origin.',
          },
        },
      },
    },
  })
  // Nothing is checked here, and so nothing is compiled.
  described.setValidatorCompiler(() => () => true)
  described.setSerializerCompiler(() => () => '')
  for (const { method, url, schema } of calls)
    described.route({ method, url, ...(schema !== undefined && { schema }), handler: async () => {} })
  await described.ready()
  return described.swagger()
}
