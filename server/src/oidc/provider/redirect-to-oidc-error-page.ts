// Error page for errors that cannot be returned to the application. It shows no request data.
import type { ErrorCatalogCode } from '@countersign/api/error-catalog'
import { errors } from 'oidc-provider'
import type { KoaContext } from 'oidc-provider'
import { CommitOutcomeUnknownError, isDatabaseUnavailable } from '../../platform/database/database-errors.ts'
import { getOidcRequest } from './oidc-request-context.ts'

export function toOidcErrorCode(error: unknown, route: string | undefined): ErrorCatalogCode {
  if (error instanceof CommitOutcomeUnknownError) return 'database.commit_unknown'
  if (isDatabaseUnavailable(error)) return 'database.unavailable'
  if (error instanceof errors.InvalidRedirectUri) return 'application.redirect_uri_not_registered'
  if (error instanceof errors.SessionNotFound) return 'interaction.invalid'
  if (isDisabledApplicationError(error)) return 'application.disabled'
  if (error instanceof errors.InvalidClient) return 'application.not_registered'
  if (!(error instanceof Error) || !('expose' in error) || error.expose !== true) return 'server.error'
  if (
    route === 'end_session' &&
    'error_description' in error &&
    String(error.error_description).includes('post_logout_redirect_uri')
  ) {
    return 'application.redirect_uri_not_registered'
  }
  return 'application.request_invalid'
}

const disabledDescription = 'the application is disabled'

const isDisabledApplicationError = (error: unknown): boolean =>
  error instanceof errors.InvalidClient &&
  'error_description' in error &&
  error.error_description === disabledDescription

const personRoutes: ReadonlySet<string> = new Set(['authorization', 'resume', 'end_session'])
const clientRoutes: ReadonlySet<string> = new Set([
  'token',
  'pushed_authorization_request',
  'device_authorization',
  'introspection',
  'revocation',
])

/** Unauthenticated clients get the response for an unknown application. @throws InvalidClient */
export function rejectDisabledApplication(ctx: KoaContext | undefined, id: string): void {
  const { route = '', client, params } = ctx?.oidc ?? {}
  if (personRoutes.has(route) && params?.client_id === id) throw new errors.InvalidClient(disabledDescription)
  if (clientRoutes.has(route) && client === undefined) throw new errors.InvalidClientAuth('the application is disabled')
}

export const getOidcErrorPageUrl = (code: ErrorCatalogCode, requestId: string): string =>
  `/error?${new URLSearchParams({ code, request: requestId })}`

export function redirectToOidcErrorPage(ctx: KoaContext, _out: object, error: unknown): void {
  ctx.status = 303
  ctx.redirect(getOidcErrorPageUrl(toOidcErrorCode(error, ctx.oidc.route), getOidcRequest().requestId))
  ctx.body = ''
}
