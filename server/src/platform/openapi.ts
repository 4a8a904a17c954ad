// The description of the calls at /api/openapi.json, made from the contract that the server itself checks requests by.
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { createCookies } from './cookies.ts'

/** Registers the description. Must come before the calls, which it collects as they are registered. */
export async function describeCalls(http: FastifyInstance, origin: string): Promise<void> {
  await http.register(swagger, {
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
          session: { type: 'apiKey', in: 'cookie', name: createCookies(origin).session.name, description: 'Whoever is signed in in this browser.' },
          token: { type: 'http', scheme: 'bearer', description: 'A token of the administration, for programs. It needs no cookie and no Origin.' },
        },
      },
    },
  })
  http.get('/api/openapi.json', { schema: { hide: true } }, async () => http.swagger())
}
