// Prevents open redirects through unregistered applications (RFC 9700 §4.11.2, THREATS O21).
import type { KoaContext } from 'oidc-provider'
import { negotiateLanguage, plainPageTranslations } from '../plain-pages/plain-page-translations.ts'
import { escapeHtml, renderPlainPageHtml } from '../plain-pages/render-plain-page.ts'
import { findConsentGrant } from '../../store/grants/consent-grant-store.ts'
import { describeRedirectTarget, isRedirectToLocalProgram } from '../../store/grants/match-consented-client-identity.ts'
import { findApplicationOncePerOidcRequest } from './find-application-once-per-oidc-request.ts'
import { parseProviderFormPostPage } from './parse-provider-form-post-page.ts'
import { getOidcRequest, getOidcRequestQueries } from './oidc-request-context.ts'

const redirectingRoutes: ReadonlySet<string> = new Set(['authorization', 'resume'])

/** Shows a page with a button to the target. @returns whether it did */
export async function interceptUntrustedRedirect(ctx: KoaContext): Promise<boolean> {
  const { client, params } = ctx.oidc ?? {}
  if (client === undefined || !redirectingRoutes.has(ctx.oidc.route)) return false
  const form = parseProviderFormPostPage(ctx)
  const location = form === null ? String(ctx.res.getHeader('location') ?? '') : null
  if (location !== null && isOwnOrigin(location)) return false
  const redirectUri = params?.redirect_uri
  if (await isTrustedRedirectUri(client.clientId, redirectUri)) return false
  const language = negotiateLanguage(ctx.req.headers['accept-language'])
  const place = isRedirectToLocalProgram(redirectUri) ? null : describeRedirectTarget(redirectUri)
  const application = await findApplicationOncePerOidcRequest(client.clientId)
  const text = plainPageTranslations[language].notRedirected(application?.name ?? '', place)
  // No `form-action`: some browsers apply it to all later redirects of the application.
  const { html, contentSecurityPolicy } = renderPlainPageHtml(
    language,
    text,
    form === null
      ? `<a rel="noreferrer" href="${escapeHtml(location ?? '')}">${escapeHtml(text.continueLabel)}</a>`
      : `<form method="post" action="${form.action}">${form.fields}<button>${escapeHtml(text.continueLabel)}</button></form>`,
  )
  ctx.remove('location')
  ctx.status = 400
  ctx.type = 'text/html; charset=utf-8'
  ctx.set('content-security-policy', contentSecurityPolicy)
  ctx.set('cache-control', 'no-store')
  ctx.body = html
  return true
}

/** Also true if there is no redirect. */
const isOwnOrigin = (location: string): boolean => {
  const { origin } = getOidcRequest().site
  return location === '' || (URL.canParse(location, origin) && new URL(location, origin).origin === origin)
}

export async function isTrustedRedirectUri(applicationId: string, redirectUri: string | undefined): Promise<boolean> {
  const application = await findApplicationOncePerOidcRequest(applicationId)
  if (application !== undefined && application.origin !== 'metadata-document') return true
  const { signedIn } = getOidcRequest()
  if (signedIn === null) return false
  const grant = await findConsentGrant(getOidcRequestQueries(), signedIn.person.id, applicationId)
  return grant?.clientIdentity?.places.includes(describeRedirectTarget(redirectUri)) ?? false
}
