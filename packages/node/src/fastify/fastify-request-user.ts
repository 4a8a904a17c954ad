import type { User } from '../user/user.ts'

declare module 'fastify' {
  interface FastifyRequest {
    user?: User | undefined
  }
}
