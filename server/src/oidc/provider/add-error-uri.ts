// Adds `error_uri` to error responses (RFC 6749 §4.1.2.1, §5.2). The entry depends only on what the
// response says anyway, so that it does not reveal whether a client exists.
import type { KoaContext } from 'oidc-provider'
import { getTroubleshootingPageUrl } from '../troubleshooting/oidc-error-troubleshooting-entries.ts'
import { getOidcRequest } from './oidc-request-context.ts'
import { parseProviderFormPostPage } from './parse-provider-form-post-page.ts'

const redirectingRoutes: ReadonlySet<string> = new Set(['authorization', 'resume'])

/** Devices poll with these errors every few seconds and need no help. */
const pollingErrors: ReadonlySet<unknown> = new Set(['authorization_pending', 'slow_down'])

export function addErrorUri(ctx: KoaContext): void {
  const { site, refusal } = getOidcRequest()
  if (isOAuthErrorBody(ctx.body)) {
    ctx.body = withErrorUri(ctx.body, site.origin)
    return
  }
  if (refusal === null || !redirectingRoutes.has(ctx.oidc?.route)) return
  const url = getTroubleshootingPageUrl(site.origin, refusal.error, refusal.description)
  if (url !== undefined) addToRedirect(ctx, url, site.origin)
}

/** RFC 6749 §5.2. */
export interface OAuthErrorBody {
  error: string
  error_description?: string
  error_uri?: string
}

export function withErrorUri(body: OAuthErrorBody, origin: string): OAuthErrorBody {
  const { error, error_description: description } = body
  const url = pollingErrors.has(error) ? undefined : getTroubleshootingPageUrl(origin, error, description)
  return url === undefined ? body : { ...body, error_uri: url }
}

const isOAuthErrorBody = (body: unknown): body is OAuthErrorBody =>
  typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string'

function addToRedirect(ctx: KoaContext, url: string, origin: string): void {
  const form = parseProviderFormPostPage(ctx)
  if (form !== null) {
    const field = `<input type="hidden" name="error_uri" value="${url}"/>`
    ctx.body = String(ctx.body).replace(form.fields, () => `${form.fields}${field}`)
    return
  }
  const location = String(ctx.res.getHeader('location') ?? '')
  // The provider put `error` last, in the query or in the fragment, so both end with parameters.
  if (!/[?&#]error=/.test(location) || new URL(location, origin).origin === origin) return
  ctx.redirect(`${location}&error_uri=${encodeURIComponent(url)}`)
}
