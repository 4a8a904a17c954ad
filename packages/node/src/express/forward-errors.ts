import type { RequestHandler } from 'express'

/** Express 4 ignores rejected promises of middleware, which would end the process. */
export const forwardErrors =
  (handler: RequestHandler): RequestHandler =>
  async (request, response, next) => {
    try {
      await handler(request, response, next)
    } catch (error) {
      next(error)
    }
  }
