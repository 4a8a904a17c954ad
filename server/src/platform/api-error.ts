import type { ErrorCatalogCode } from '@countersign/api/error-catalog'

export interface ApiErrorDetails {
  field?: string | undefined
  line?: number | undefined
  offset?: number | undefined
  retryAfterSeconds?: number | undefined
  reason?: string | undefined
  /** RFC 3339. */
  until?: string | undefined
  chains?: { id: string; name: string }[] | undefined
  errors?: readonly { path: string; message: string }[] | undefined
}

/** `privateDetail` is logged but never sent to the client. */
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
