// The pages of the example application, as HTML text. All external values are escaped.
import type { ExampleAppSignedInUser } from './example-app-session-store.ts'

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title} · Example application</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
<main>
<p class="name">Example application</p>
${body}
</main>
</html>`

export const renderExampleAppSignedOutPage = (isEndedByServer: boolean): string =>
  page(
    'Signed out',
    `
<h1>${isEndedByServer ? 'You were signed out' : 'You’re not signed in'}</h1>
<p>${isEndedByServer ? 'Your session at Countersign has ended, and Countersign notified this application.' : 'This application has no accounts. It asks Countersign who you are.'}</p>
<p class="ways"><a class="main" href="/sign-in">Sign in with Countersign</a></p>
<p class="ways"><a href="/sign-in?stay">Sign in and stay signed in</a> <span>requests a refresh token</span></p>`,
  )

export const renderExampleAppErrorPage = (title: string, text: string): string =>
  page(
    'Not signed in',
    `
<h1>${escape(title)}</h1>
<p>${escape(text)}</p>
<p class="ways"><a class="main" href="/">Home page</a></p>`,
  )

export function renderExampleAppProfilePage(
  { claims, userInfo, refreshToken, refreshedAt }: ExampleAppSignedInUser,
  issuer: string,
): string {
  const {
    sub,
    wallet,
    preferred_username: username,
    acr,
    amr,
    auth_time: signedInAt,
  } = { ...claims, ...userInfo } as Record<string, unknown>
  const proof = userInfo['proof'] as { message: string; signature: string } | undefined
  return page(
    'Signed in',
    `
<h1>You’re signed in</h1>
<dl>
${row('Your ID for this application', 'sub', sub)}
${row('Your wallet', 'wallet', wallet ?? 'not shared')}
${row('Your username', 'preferred_username', username ?? 'not shared')}
${row('Signed in at', 'auth_time', typeof signedInAt === 'number' ? new Date(signedInAt * 1000).toUTCString() : null)}
${row('Sign-in method', 'acr, amr', [acr, ...[amr].flat()].join(', '))}
${row('Session', 'sid', claims['sid'])}
</dl>
${proof === undefined ? '' : `<details><summary>The message that you signed <code>proof</code></summary><pre>${escape(proof.message)}</pre><p class="note">Signature</p><pre>${escape(proof.signature)}</pre></details>`}
<details><summary>All claims, as received</summary><pre>${escape(JSON.stringify({ 'ID token': claims, userinfo: userInfo }, null, 2))}</pre></details>
<div class="ways">
${refreshToken === null ? '' : '<form method="post" action="/refresh"><button>Refresh</button></form>'}
<form method="post" action="/sign-out"><button class="main">Sign out</button></form>
</div>
${refreshedAt === null ? '' : `<p class="note" role="status">Refreshed at ${refreshedAt.toISOString()}</p>`}
<p class="note">If you end this session at <a href="${escape(issuer)}/account/sessions" target="_blank">${escape(issuer)}/account/sessions</a>, this page notices.</p>
<script src="/watch.js"></script>`,
  )
}

const row = (words: string, claim: string, value: unknown): string =>
  `<div><dt>${words} <code>${claim}</code></dt><dd>${escape(String(value ?? ''))}</dd></div>`
