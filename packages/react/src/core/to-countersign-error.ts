// Translates errors of oauth4webapi and of fetch to CountersignError.
import { OperationProcessingError, ResponseBodyError } from 'oauth4webapi'
import { CountersignError } from './countersign-error.ts'
import type { CountersignErrorCode } from './countersign-error.ts'

/** Other errors of the server are for developers. */
const serverErrorCodes: Readonly<Record<string, CountersignErrorCode>> = {
  access_denied: 'access_denied',
  invalid_grant: 'session_ended',
}

/** Browsers hide from scripts why something failed. */
const hints: Readonly<Partial<Record<CountersignErrorCode, string>>> = {
  network: 'if the console says CORS, register this origin as a redirect URI of a single-page application',
  configuration: 'browsers offer keys and locks only to pages with HTTPS or on localhost',
}

export function toCountersignError(error: unknown): CountersignError {
  if (error instanceof CountersignError) return error
  if (error instanceof ResponseBodyError) return createServerError(error.error, error.error_description)
  const code = readCode(error)
  const message = error instanceof Error ? error.message : String(error)
  return new CountersignError(code, { reason: [message, hints[code]].filter(Boolean).join('; ') }, { cause: error })
}

/** A proxy's page or a failed `fetch` is about the network. */
function readCode(error: unknown): CountersignErrorCode {
  if ('isSecureContext' in globalThis && !isSecureContext) return 'configuration'
  if (error instanceof DOMException && error.name !== 'TimeoutError') return 'storage_blocked'
  return error instanceof TypeError ||
    error instanceof DOMException ||
    (error instanceof OperationProcessingError && /NOT_JSON|NOT_CONFORM/.test(error.code ?? ''))
    ? 'network'
    : 'invalid_response'
}

/** @param description for developers, as sent by the server */
export const createServerError = (serverError: string, description: string | null = ''): CountersignError =>
  new CountersignError(serverErrorCodes[serverError] ?? 'authorization_failed', {
    serverError,
    reason: `${serverError} ${description}`,
  })
