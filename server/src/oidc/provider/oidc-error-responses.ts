import { errorCatalog } from '@countersign/api/error-catalog'
import type { FastifyInstance } from 'fastify'
import { CommitOutcomeUnknownError, isDatabaseUnavailable } from '../../platform/database/database-errors.ts'
import { ApiError } from '../../platform/api-error.ts'
import { toOidcErrorCode, getOidcErrorPageUrl } from './redirect-to-oidc-error-page.ts'
import { withErrorUri } from './add-error-uri.ts'
import type { OAuthErrorBody } from './add-error-uri.ts'
import { getTroubleshootingUrlForCode } from '../troubleshooting/oidc-error-troubleshooting-entries.ts'
import { oidcBrowserPaths } from './oidc-route-paths.ts'

export function handleOidcRouteErrors(routes: FastifyInstance, origin: string): void {
  routes.setErrorHandler((error, request, reply) => {
    const { url } = request.routeOptions
    const code = error instanceof ApiError ? error.code : toOidcErrorCode(error, undefined)
    const isBrowser = url !== undefined && oidcBrowserPaths.includes(url)
    if (error instanceof ApiError)
      request.log.info({ code, reason: error.privateDetail, help: getTroubleshootingUrlForCode(code) }, 'refused')
    else request.log.error({ code, err: error, help: getTroubleshootingUrlForCode(code) }, 'refused')
    if (isBrowser) return reply.redirect(getOidcErrorPageUrl(code, request.id), 303)
    const { status, headers, body } =
      error instanceof ApiError ? describeApiError(error) : describeOidcServerError(error, request.id)
    return reply.code(status).headers(headers).send(withErrorUri(body, origin))
  })
}

/** In the format of RFC 6749 §5.2. */
function describeApiError({ code, place }: ApiError): {
  status: number
  headers: Record<string, string>
  body: OAuthErrorBody
} {
  const { status, title } = errorCatalog[code]
  const { retryAfterSeconds } = place
  return {
    status,
    headers: {
      'cache-control': 'no-store',
      ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    },
    body: {
      // OAuth has no such error; rate-limit-pushed-authorization-requests.ts uses the same code.
      error: status === 429 || status === 503 ? 'temporarily_unavailable' : 'invalid_request',
      // RFC 6749 §5.2 allows ASCII only.
      error_description: title.replaceAll('’', "'"),
    },
  }
}

/** RFC 6749 §4.1.2.1 defines both errors. */
export function describeOidcServerError(
  error: unknown,
  requestId: string,
): { status: number; headers: Record<string, string>; body: OAuthErrorBody } {
  const away = isDatabaseUnavailable(error) || error instanceof CommitOutcomeUnknownError
  const body = {
    error: away ? 'temporarily_unavailable' : 'server_error',
    error_description: `Request ${requestId}: see the log of this server.`,
  }
  return {
    status: away ? 503 : 500,
    headers: { 'cache-control': 'no-store', ...(away && { 'retry-after': '1' }) },
    body,
  }
}
