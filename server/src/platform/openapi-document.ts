import Fastify from 'fastify'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { createServerCookieConfig } from './server-cookie-config.ts'

/** Must be called before the endpoints are registered, because it collects them. */
export function registerOpenApiDocument(http: FastifyInstance, origin: string): void {
  const calls: RouteOptions[] = []
  http.addHook('onRoute', (call) => {
    if (!isHiddenRoute(call)) calls.push(call)
  })
  let made: Promise<object> | null = null
  http.get('/api/openapi.json', { schema: { hide: true } }, () => (made ??= generateOpenApiDocument(calls, origin)))
}

const isHiddenRoute = ({ schema, method }: RouteOptions): boolean =>
  schema === undefined || (schema as { hide?: boolean }).hide === true || method === 'HEAD'

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
            description: 'The signed-in person’s session in this browser.',
          },
          token: {
            type: 'http',
            scheme: 'bearer',
            description: 'An API token for programs that call the admin API. It needs no cookie and no Origin header.',
          },
        },
      },
    },
  })
  described.setValidatorCompiler(() => () => true)
  described.setSerializerCompiler(() => () => '')
  for (const { method, url, schema } of calls)
    described.route({ method, url, ...(schema !== undefined && { schema }), handler: async () => {} })
  await described.ready()
  return described.swagger()
}
