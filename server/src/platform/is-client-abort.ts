// Node reports client disconnects and lost database connections with the same code (ECONNRESET).
import type { IncomingMessage } from 'node:http'

export const isClientAbort = (request: IncomingMessage, error: unknown): boolean =>
  request.errored !== null && request.errored === error
