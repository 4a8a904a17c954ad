// Keeps this server from being an open redirect for applications that no operator registered (RFC 9700 §4.11.2, THREATS O21): anyone can publish a
// document that names any address, so that an answer goes there by itself only if the person has allowed the application to be answered there.
import type { KoaContext } from 'oidc-provider'
import { languageOf, pageWords } from '../plain-pages/page-words.ts'
import { escaped, renderPage } from '../plain-pages/site-page.ts'
import { findGrant } from '../../store/grants/store.ts'
import { placeOf, staysOnDevice } from '../../store/grants/shown-as.ts'
import { applicationOfRequest } from './application-of-request.ts'
import { readFormPost } from './form-post.ts'
import { currentScope, reader } from './request-scope.ts'

/** Routes of the provider that answer an application through the browser. */
const answering: ReadonlySet<string> = new Set(['authorization', 'resume'])

/**
 * Replaces a redirect to such an application by a page that names where it leads, with a button that goes there with the same answer.
 * @returns whether it did
 */
export async function holdUntrustedRedirect(ctx: KoaContext): Promise<boolean> {
  const { client, params } = ctx.oidc ?? {}
  if (client === undefined || !answering.has(ctx.oidc.route)) return false
  const form = readFormPost(ctx)
  const location = form === null ? String(ctx.res.getHeader('location') ?? '') : null
  if (location !== null && isOwn(location)) return false
  const redirectUri = params?.redirect_uri
  if (await isTrustedAt(client.clientId, redirectUri)) return false
  const language = languageOf(ctx.req.headers['accept-language'])
  const place = staysOnDevice(redirectUri) ? null : placeOf(redirectUri)
  const application = await applicationOfRequest(client.clientId)
  const text = pageWords[language].notRedirected(application?.name ?? '', place)
  // No form-action: some browsers hold every later redirect of the application against it.
  const { html, contentSecurityPolicy } = renderPage(
    language,
    text,
    form === null
      ? `<a rel="noreferrer" href="${escaped(location ?? '')}">${escaped(text.onward)}</a>`
      : `<form method="post" action="${form.action}">${form.fields}<button>${escaped(text.onward)}</button></form>`,
  )
  ctx.remove('location')
  ctx.status = 400
  ctx.type = 'text/html; charset=utf-8'
  ctx.set('content-security-policy', contentSecurityPolicy)
  ctx.set('cache-control', 'no-store')
  ctx.body = html
  return true
}

/** A page of this server, or no redirect at all. */
const isOwn = (location: string): boolean => {
  const { origin } = currentScope().site
  return location === '' || (URL.canParse(location, origin) && new URL(location, origin).origin === origin)
}

/** Whether an operator registered the application, or the person who is signed in has let it in, to be sent to this very place. */
export async function isTrustedAt(applicationId: string, redirectUri: string | undefined): Promise<boolean> {
  const application = await applicationOfRequest(applicationId)
  if (application !== undefined && application.origin !== 'metadata-document') return true
  const { signedIn } = currentScope()
  if (signedIn === null) return false
  const grant = await findGrant(reader(), signedIn.person.id, applicationId)
  return grant?.shown?.places.includes(placeOf(redirectUri)) ?? false
}
