// The answer of an authorization as a form (OAuth 2.0 Form Post Response Mode): the one page of this server that a script in
// the page and a form to another site belong to. It allows exactly that script.
import { createHash } from 'node:crypto'
import type { KoaContext } from 'oidc-provider'

const scriptPattern = /<script>([\s\S]*?)<\/script>/
const formPattern =
  /<form method="post" action="([^"]*)">\s*((?:<input type="hidden" name="[^"]*" value="[^"]*"\/>\s*)*)/

/** The form with which the provider answers, without its script: where it goes, and its fields as they are escaped; null for other answers. */
export function parseProviderFormPostPage(ctx: KoaContext): { action: string; fields: string } | null {
  if (ctx.status === 303 || typeof ctx.body !== 'string' || ctx.type !== 'text/html') return null
  const [, action, fields] = formPattern.exec(ctx.body) ?? []
  if (action === undefined || fields === undefined) throw new Error('The provider answered a page that is not expected')
  return { action, fields }
}

/** Allows the script of the page that posts the answer; every other answer is left as it is. */
export function allowFormPostScript(ctx: KoaContext): void {
  if (ctx.status === 303 || typeof ctx.body !== 'string' || ctx.type !== 'text/html') return
  const script = scriptPattern.exec(ctx.body)?.[1]
  if (script === undefined) throw new Error('The provider answered a page that is not expected')
  // A refusal is sent by the same form (Form Post Response Mode §2). With another status a proxy could put an error page of its own in its place.
  ctx.status = 200
  const hash = createHash('sha256').update(script).digest('base64')
  // No form-action: some browsers hold every later redirect of the application against it, and those are the application's
  // own. Nothing is lost by that: the one form goes to a registered address, and no other script can make another.
  ctx.set(
    'content-security-policy',
    `default-src 'none'; script-src 'sha256-${hash}'; frame-ancestors 'none'; base-uri 'none'`,
  )
}
