// OAuth 2.0 Form Post Response Mode. The CSP allows exactly the script of these pages.
import { createHash } from 'node:crypto'
import type { KoaContext } from 'oidc-provider'

const scriptPattern = /<script>([\s\S]*?)<\/script>/
const formPattern =
  /<form method="post" action="([^"]*)">\s*((?:<input type="hidden" name="[^"]*" value="[^"]*"\/>\s*)*)/

/** The action and the escaped fields; null for other responses. */
export function parseProviderFormPostPage(ctx: KoaContext): { action: string; fields: string } | null {
  if (ctx.status === 303 || typeof ctx.body !== 'string' || ctx.type !== 'text/html') return null
  const [, action, fields] = formPattern.exec(ctx.body) ?? []
  if (action === undefined || fields === undefined)
    throw new Error('oidc-provider returned an unexpected form_post page')
  return { action, fields }
}

export function allowFormPostScript(ctx: KoaContext): void {
  if (ctx.status === 303 || typeof ctx.body !== 'string' || ctx.type !== 'text/html') return
  const script = scriptPattern.exec(ctx.body)?.[1]
  if (script === undefined) throw new Error('oidc-provider returned an unexpected form_post page')
  // Errors use this form too (Form Post Response Mode §2); a proxy may replace other statuses.
  ctx.status = 200
  const hash = createHash('sha256').update(script).digest('base64')
  // No `form-action`: some browsers apply it to all later redirects of the application.
  ctx.set(
    'content-security-policy',
    `default-src 'none'; script-src 'sha256-${hash}'; frame-ancestors 'none'; base-uri 'none'`,
  )
}
