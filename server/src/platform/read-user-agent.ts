import type { FastifyRequest } from 'fastify'

const maxLength = 300

export const readUserAgent = (request: FastifyRequest): string =>
  (request.headers['user-agent'] ?? '').slice(0, maxLength)
