// The one thing that this server throws on purpose: a refusal with a code from the catalogue.
import type { ErrorCatalogCode } from '@countersign/api/error-catalog'

/** Where in the request or message a fault is, how long to wait or until when it stays so, and what somebody gave as the reason: what a problem
 * document may carry. */
export interface ApiErrorDetails {
  field?: string | undefined
  line?: number | undefined
  offset?: number | undefined
  retryAfterSeconds?: number | undefined
  reason?: string | undefined
  /** RFC 3339. */
  until?: string | undefined
  /** Every error of a definition, by its path in it. */
  errors?: readonly { path: string; message: string }[] | undefined
}

/** A refused request: the code decides what the caller sees; the private detail goes to the log alone. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCatalogCode
  readonly place: ApiErrorDetails
  readonly privateDetail: string | undefined

  constructor(code: ErrorCatalogCode, options: { place?: ApiErrorDetails; privateDetail?: string } = {}) {
    super(code)
    this.code = code
    this.place = options.place ?? {}
    this.privateDetail = options.privateDetail
  }
}
