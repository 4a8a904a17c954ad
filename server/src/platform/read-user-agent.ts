// What a browser says that it is, as far as it is kept: enough to name browser and system to the person.
import type { FastifyRequest } from 'fastify'

const maxLength = 300

export const readUserAgent = (request: FastifyRequest): string =>
  (request.headers['user-agent'] ?? '').slice(0, maxLength)
