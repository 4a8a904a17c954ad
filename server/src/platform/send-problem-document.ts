// Error handler that turns errors into problem documents (RFC 9457). The cause is only logged.
import { errorCatalog } from '@countersign/api/error-catalog'
import type { ErrorCatalogCode } from '@countersign/api/error-catalog'
import type { ProblemDetails } from '@countersign/api/problem-details-schema'
import { MessageError } from '@countersign/message'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { CommitOutcomeUnknownError, isDatabaseUnavailable } from './database/database-errors.ts'
import { isClientAbort } from './is-client-abort.ts'
import { ApiError } from './api-error.ts'
import type { ApiErrorDetails } from './api-error.ts'
import { StrictJsonError } from './parse-strict-json.ts'

interface ErrorDescription {
  code: ErrorCatalogCode
  place: ApiErrorDetails
  detail?: string
}

const frameworkCodes: Readonly<Record<string, ErrorCatalogCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.not_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'request.invalid',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request.invalid',
  FST_ERR_CTP_EMPTY_TYPE: 'request.not_json',
  FST_ERR_BAD_URL: 'request.not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'request.not_found',
}

function describeError(error: unknown): ErrorDescription {
  if (error instanceof ApiError) return { code: error.code, place: error.place }
  if (error instanceof MessageError) {
    return { code: error.code, place: { field: error.field, line: error.line, offset: error.offset } }
  }
  if (error instanceof StrictJsonError) return { code: 'request.invalid', place: {}, detail: error.message }
  const { validation, validationContext, code } = error as Partial<FastifyError>
  if (validation !== undefined) {
    const [first] = validation
    const field = first === undefined ? {} : { field: `${validationContext ?? ''}${first.instancePath}` }
    return {
      code: 'request.invalid',
      place: field,
      detail: `${validationContext ?? 'request'} ${first?.message ?? ''}.`,
    }
  }
  const known = code === undefined ? undefined : frameworkCodes[code]
  if (known !== undefined) return { code: known, place: {} }
  if (error instanceof CommitOutcomeUnknownError)
    return { code: 'database.commit_unknown', place: { retryAfterSeconds: 1 } }
  if (isDatabaseUnavailable(error)) return { code: 'database.unavailable', place: { retryAfterSeconds: 1 } }
  return { code: 'server.error', place: {} }
}

const clientClosedRequest: ErrorDescription = { code: 'request.invalid', place: {} }

export function sendProblemDocument(
  origin: string,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const isGone = isClientAbort(request.raw, error)
  const { code, place, detail } = isGone ? clientClosedRequest : describeError(error)
  const entry = errorCatalog[code]
  const reason = error instanceof ApiError ? error.privateDetail : undefined
  if (isGone) request.log.info('the client disconnected before sending the whole request')
  else if (entry.status >= 500) request.log.error({ code, reason, err: error }, 'refused')
  else request.log.info({ code, reason, field: place.field }, 'refused')

  const body: ProblemDetails = {
    type: `${origin}/error?code=${code}`,
    code,
    title: entry.title,
    status: entry.status,
    detail: detail ?? entry.detail,
    instance: request.id,
    retry: entry.retry,
    ...omitUndefined(place),
  }
  if (place.retryAfterSeconds !== undefined) reply.header('retry-after', place.retryAfterSeconds)
  // RFC 6750 §3.
  if (code === 'api_token.invalid') reply.header('www-authenticate', 'Bearer error="invalid_token"')
  return reply
    .code(entry.status)
    .type('application/problem+json')
    .header('cache-control', 'no-store')
    .serializer(JSON.stringify)
    .send(body)
}

const omitUndefined = (place: ApiErrorDetails): Partial<ProblemDetails> =>
  Object.fromEntries(Object.entries(place).filter(([, value]) => value !== undefined)) as Partial<ProblemDetails>
