// A client that goes away before its request is whole (client abort): nobody's fault, and nobody waits for the answer. Node tells it by the
// same code as a database that broke off (ECONNRESET), so that it is known by where the error comes from.
import type { IncomingMessage } from 'node:http'

/** Whether an error is that this request's own connection ended in the middle of it. */
export const isClientAbort = (request: IncomingMessage, error: unknown): boolean =>
  request.errored !== null && request.errored === error
