// The page for a sign-in that failed, with a link to start again.
import { describeError } from '../logging/describe-error.ts'
import type { SessionsConfiguration } from './session-options.ts'

export interface SignInError {
  /** An OAuth error code, or one of ours. */
  readonly code: string
  readonly status: number
  /** The path of the link. */
  readonly retry?: string
  readonly cause?: unknown
}

const texts: ReadonlyMap<string, string> = new Map([
  ['access_denied', 'You did not allow this site to sign you in. Nothing was shared.'],
  ['sign_in_not_found', 'This sign-in expired, was already completed, or was started in another browser.'],
  ['server_unavailable', 'The sign-in server cannot be reached right now. Try again in a moment.'],
  ['temporarily_unavailable', 'The sign-in server cannot be reached right now. Try again in a moment.'],
])
const styles =
  ':root{color-scheme:light dark}body{max-width:36rem;margin:4rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif}'
/** Constant, because Web Crypto has no synchronous hash. */
const stylesHash = 'sha256-RRetT6i5dfBBjHciW33xTfh5Cf4TR0+axNLNdN6wOE0='
const otherText = 'The sign-in could not be completed.'

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)

/** The server's description is not shown, because anyone can write it into the callback address. */
export function createErrorPage(
  { appUrl, basePath, log }: Pick<SessionsConfiguration, 'appUrl' | 'basePath' | 'log'>,
  { code, status, retry, cause }: SignInError,
  cookies: readonly string[] = [],
): Response {
  const known = /^[a-z_]{1,40}$/.test(code) ? code : 'invalid_response'
  if (cause !== undefined && known !== 'access_denied')
    log(`countersign: the sign-in failed (${known}): ${describeError(cause)}`)
  const headers = new Headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; style-src '${stylesHash}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  })
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  const hint = appUrl.startsWith('http:') ? '. For developers: the output of this site says more.' : ''
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Sign-in failed</title>
<style>${styles}</style>
<h1>Sign-in failed</h1>
<p>${escapeHtml(texts.get(known) ?? otherText)}</p>
<p><a href="${escapeHtml(retry ?? `${basePath}/sign-in`)}">Sign in again</a></p>
<p><small>Error: ${escapeHtml(known)}${hint}</small></p>
</html>
`
  return new Response(page, { status, headers })
}
