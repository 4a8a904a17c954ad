// The answer of an authorization as a form (OAuth 2.0 Form Post Response Mode): the one page of this server that a script in
// the page and a form to another site belong to. It allows exactly that script and that site.
import { createHash } from 'node:crypto'
import type { KoaContext } from 'oidc-provider'

const scriptForm = /<script>([\s\S]*?)<\/script>/
const actionForm = /<form method="post" action="([^"]*)">/

/** @param issuer this server; a form that goes anywhere but to an application is not expected */
export function allowFormPost(ctx: KoaContext, issuer: URL): void {
  // Refusals are sent by the same form, with their own status.
  if (ctx.status === 303 || typeof ctx.body !== 'string' || ctx.type !== 'text/html') return
  const script = scriptForm.exec(ctx.body)?.[1]
  const action = actionForm.exec(ctx.body)?.[1]?.replaceAll('&amp;', '&')
  if (script === undefined || action === undefined || !URL.canParse(action)) throw new Error('The provider answered a page that is not expected')
  const { origin, protocol } = new URL(action)
  const target = origin === 'null' ? protocol : origin
  const hash = createHash('sha256').update(script).digest('base64')
  ctx.set(
    'content-security-policy',
    `default-src 'none'; script-src 'sha256-${hash}'; form-action ${target} ${issuer.origin}; frame-ancestors 'none'; base-uri 'none'`,
  )
}
