// A small web application that signs people in with Countersign, using node:http and openid-client.
// Each step of OpenID Connect is one function. `npm run demo` starts it together with a server.
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as client from 'openid-client'
import { createLogoutTokenVerifier, LogoutTokenError } from './web/verify-logout-token.ts'
import {
  renderExampleAppErrorPage,
  renderExampleAppProfilePage,
  renderExampleAppSignedOutPage,
} from './web/example-app-pages.ts'
import { createExampleAppSessionStore } from './web/example-app-session-store.ts'

/** `countersign application add` prints the client ID and secret. */
const issuer = new URL(process.env['ISSUER'] ?? 'http://localhost:3000')
const clientId = process.env['CLIENT_ID'] ?? 'example-web'
const clientSecret = process.env['CLIENT_SECRET'] ?? ''
// Never derived from a request, because the caller chooses the Host header.
const origin = process.env['ORIGIN'] ?? 'http://localhost:3001'
const redirectUri = `${origin}/callback`

const sessions = createExampleAppSessionStore({ secure: origin.startsWith('https:') })
const readFrom = (name: string): string => readFileSync(join(import.meta.dirname, 'web', name), 'utf8')
const files: Readonly<Record<string, readonly [type: string, text: string]>> = {
  '/style.css': ['text/css', readFrom('style.css')],
  '/watch.js': ['text/javascript', readFrom('reload-when-session-ends.js')],
}

/** Server metadata, loaded at the first sign-in, and again after a failure. */
let connecting: ReturnType<typeof connect> | undefined
async function connect() {
  const options = issuer.protocol === 'http:' ? { execute: [client.allowInsecureRequests] } : {}
  const server = await client.discovery(issuer, clientId, clientSecret, client.ClientSecretBasic(clientSecret), options)
  return { server, readLogout: createLogoutTokenVerifier(server.serverMetadata(), clientId) }
}
const connected = (): ReturnType<typeof connect> =>
  (connecting ??= connect().catch((error: unknown) => {
    connecting = undefined
    throw error
  }))

/**
 * Step 1: send the browser to the server with values that let only this browser complete the
 * sign-in (PKCE, state, nonce).
 */
async function startSignIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { server } = await connected()
  const pending = {
    codeVerifier: client.randomPKCECodeVerifier(),
    state: client.randomState(),
    nonce: client.randomNonce(),
  }
  const staysSignedIn = queryOf(request).has('stay')
  sessions.begin(response, { pending })
  const address = client.buildAuthorizationUrl(server, {
    redirect_uri: redirectUri,
    // Countersign issues a refresh token if offline_access is requested and the person allows it.
    // Other servers ignore the scope without `prompt=consent` (OpenID Connect Core §11).
    scope: `openid profile wallet proof${staysSignedIn ? ' offline_access' : ''}`,
    ...(staysSignedIn && { prompt: 'consent' }),
    code_challenge: await client.calculatePKCECodeChallenge(pending.codeVerifier),
    code_challenge_method: 'S256',
    state: pending.state,
    nonce: pending.nonce,
  })
  redirect(response, address.href)
}

/** Step 2: openid-client checks state, issuer, nonce and ID token. */
async function finishSignIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const pending = sessions.find(request)?.pending
  if (pending === undefined)
    return show(
      response,
      400,
      renderExampleAppErrorPage('This sign-in has expired or was started in another browser.', 'Start again.'),
    )
  sessions.end(request, response)
  const { server } = await connected()
  const tokens = await client.authorizationCodeGrant(server, new URL(request.url ?? '', origin), {
    pkceCodeVerifier: pending.codeVerifier,
    expectedState: pending.state,
    expectedNonce: pending.nonce,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (claims === undefined) throw new Error('The response contains no ID token')
  // The ID token identifies the person; userinfo returns what else they share.
  const userInfo = await client.fetchUserInfo(server, tokens.access_token, claims.sub)
  // Creates a new session ID, because an attacker may have set the previous one (session fixation).
  sessions.begin(response, {
    signedIn: {
      claims,
      userInfo,
      idToken: tokens.id_token ?? '',
      refreshToken: tokens.refresh_token ?? null,
      refreshedAt: null,
    },
  })
  redirect(response, '/')
}

/** Step 3: refresh what the person shares. A new refresh token replaces the old one. */
async function refresh(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const session = sessions.find(request)
  const signedIn = session?.signedIn
  if (session === undefined || signedIn === undefined || signedIn.refreshToken === null) return redirect(response, '/')
  const { server } = await connected()
  try {
    const tokens = await client.refreshTokenGrant(server, signedIn.refreshToken)
    const userInfo = await client.fetchUserInfo(server, tokens.access_token, signedIn.claims.sub)
    session.signedIn = {
      ...signedIn,
      userInfo,
      idToken: tokens.id_token ?? signedIn.idToken,
      refreshToken: tokens.refresh_token ?? signedIn.refreshToken,
      refreshedAt: new Date(),
    }
  } catch (error) {
    // The session at the server has ended, or the person withdrew consent.
    if (!(error instanceof client.ResponseBodyError) || error.error !== 'invalid_grant') throw error
    sessions.endByServer(signedIn.claims)
  }
  redirect(response, '/')
}

/** Step 4: end the session here, and ask the server to end its session. */
async function signOut(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const idToken = sessions.find(request)?.signedIn?.idToken
  sessions.end(request, response)
  if (idToken === undefined) return redirect(response, '/')
  const { server } = await connected()
  redirect(
    response,
    client.buildEndSessionUrl(server, { id_token_hint: idToken, post_logout_redirect_uri: `${origin}/` }).href,
  )
}

/** Step 5: the server reports an ended session (OpenID Connect Back-Channel Logout §2.5). */
async function handleBackChannelLogout(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { readLogout } = await connected()
  try {
    sessions.endByServer(await readLogout((await readForm(request)).get('logout_token') ?? ''))
    response.writeHead(204, { 'cache-control': 'no-store' }).end()
  } catch (error) {
    if (!(error instanceof LogoutTokenError)) throw error
    response.writeHead(400, { 'cache-control': 'no-store', 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: 'invalid_request', error_description: error.message }))
  }
}

async function home(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const session = sessions.find(request)
  if (session?.signedIn !== undefined)
    return show(response, 200, renderExampleAppProfilePage(session.signedIn, issuer.origin))
  show(response, 200, renderExampleAppSignedOutPage(session?.endedByServer === true))
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>
const handlers: Readonly<Record<string, Handler>> = {
  'GET /': home,
  'GET /sign-in': startSignIn,
  'GET /callback': finishSignIn,
  'POST /refresh': refresh,
  'POST /sign-out': signOut,
  'POST /backchannel-logout': handleBackChannelLogout,
  // The page polls this to detect that its session has ended.
  'GET /session': async (request, response) =>
    void response.writeHead(sessions.find(request)?.signedIn === undefined ? 401 : 204).end(),
}

const web = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', origin)
  const file = files[pathname]
  if (file !== undefined) return void response.writeHead(200, { 'content-type': file[0] }).end(file[1])
  const handle = handlers[`${request.method} ${pathname}`]
  if (handle === undefined)
    return show(response, 404, renderExampleAppErrorPage('Page not found.', 'There is no page at this address.'))
  handle(request, response).catch((error: unknown) => showError(error, response))
})
web.listen(Number(new URL(origin).port || 3001), '127.0.0.1', () =>
  console.log(`The example application runs at ${origin}`),
)

function showError(error: unknown, response: ServerResponse): void {
  if (error instanceof client.AuthorizationResponseError && error.error === 'access_denied') {
    return show(
      response,
      403,
      renderExampleAppErrorPage('You did not allow access.', 'Nothing was shared. You can try again.'),
    )
  }
  console.error(error)
  show(
    response,
    502,
    renderExampleAppErrorPage(
      'The sign-in failed.',
      `This application’s log contains the error from Countersign at ${issuer.origin}.`,
    ),
  )
}

function show(response: ServerResponse, status: number, page: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy':
      "default-src 'none'; img-src data:; style-src 'self'; script-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  })
  response.end(page)
}

const redirect = (response: ServerResponse, address: string): void =>
  void response.writeHead(303, { location: address, 'cache-control': 'no-store' }).end()

const queryOf = (request: IncomingMessage): URLSearchParams => new URL(request.url ?? '/', origin).searchParams

const maxFormBytes = 16_384

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxFormBytes) throw new LogoutTokenError('the form is too large')
    chunks.push(chunk)
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
}
