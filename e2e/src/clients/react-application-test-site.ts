// A page that uses @countersign/react without a backend, and an API that verifies its tokens.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { dirname, join } from 'node:path'
import { calculateJwkThumbprint, createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import type { JWK } from 'jose'
import { rolldown } from 'rolldown'
import type { ApplicationTestSite } from './application-test-site.ts'

/** Resolves the package and React in the same way as an application. */
const applicationPath = join(import.meta.dirname, '../../../packages/react/application.tsx')

const reactApplication = `
import { CountersignProvider, Gate, SignedIn, SignedOut, SignInButton, UserButton, useApi, useCountersign, useUser } from '@countersign/react'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'

function Person() {
  const user = useUser()
  const api = useApi()
  const { signOut } = useCountersign()
  const [answer, setAnswer] = useState('')
  const call = (path, init) => api(path, init).then(async (response) => setAnswer(response.status + ' ' + (await response.text())), (error) => setAnswer(error.code))
  return (
    <>
      <UserButton />
      <h1>{user.wallet.namespace + ' ' + user.wallet.chain + ' ' + user.wallet.address}</h1>
      <button onClick={() => call('/orders', { method: 'POST', body: '{"item":1}' })}>Call</button>
      <button onClick={() => call('https://other.example/orders')}>Call elsewhere</button>
      <button onClick={() => call('/refused')}>Call without permission</button>
      <button onClick={() => signOut({ everywhere: true })}>Sign out everywhere</button>
      <output>{answer}</output>
      <Gate group="members" join="/join">Members only</Gate>
    </>
  )
}
function Page() {
  const { status, signIn } = useCountersign()
  return (
    <>
      <p data-testid="status">{status}</p>
      <SignedOut>
        <SignInButton />
        <button onClick={() => signIn({ mode: 'redirect', returnTo: '/orders?page=2#here' })}>Redirect</button>
        <button onClick={() => signIn({ mode: 'redirect', returnTo: '//evil.example/' })}>Redirect elsewhere</button>
      </SignedOut>
      <SignedIn><Person /></SignedIn>
    </>
  )
}
createRoot(document.getElementById('root')).render(
  <StrictMode><CountersignProvider {...window.settings} onError={(error) => (window.errors ??= []).push(error.code)}><Page /></CountersignProvider></StrictMode>,
)
`

const styles = readFileSync(join(dirname(applicationPath), 'src/styles.css'), 'utf8')
const elementApplication = `import '@countersign/react/element'`
const callbackApplication = `
import { completeSignInCallback } from '@countersign/react/callback'
completeSignInCallback()
`

async function bundle(code: string): Promise<string> {
  const bundled = await rolldown({
    input: applicationPath,
    platform: 'browser',
    plugins: [
      {
        name: 'application',
        resolveId: (id) => (id === applicationPath ? id : null),
        load: (id) => (id === applicationPath ? code : null),
      },
    ],
    transform: { jsx: 'react-jsx', define: { 'process.env.NODE_ENV': '"production"' } },
    onLog: () => {},
  })
  const { output } = await bundled.generate({ format: 'esm', codeSplitting: false })
  await bundled.close()
  return output[0].code
}

export interface ReactApplicationSettings {
  readonly issuer: string
  readonly clientId: string
  readonly api: string
  readonly [property: string]: unknown
}

/** `/element` uses the web component, and `/static-callback` the callback module. */
export async function serveReactApplicationTestSite(
  site: ApplicationTestSite,
  settings: ReactApplicationSettings,
): Promise<void> {
  const [react, element, callback] = await Promise.all(
    [reactApplication, elementApplication, callbackApplication].map(bundle),
  )
  const scripts: Readonly<Record<string, string | undefined>> = {
    '/react.js': react,
    '/element.js': element,
    '/callback.js': callback,
  }
  const page = (body: string): string =>
    `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,"><style>${styles} main button { min-block-size: 44px }</style><main>${body}</main></html>`
  const pages: Readonly<Record<string, string>> = {
    '/element': page(
      `<countersign-button issuer="${settings.issuer}" client-id="${settings.clientId}" redirect-uri="/static-callback" scope="openid wallet"></countersign-button><script type="module" src="/element.js"></script>`,
    ),
    '/static-callback': page('<script type="module" src="/callback.js"></script>'),
  }
  const own = page(
    `<div id="root"></div><script>window.settings = ${JSON.stringify(settings)}</script><script type="module" src="/react.js"></script>`,
  )
  site.serve((request, response) => {
    const { pathname } = new URL(request.url ?? '/', site.origin)
    const script = scripts[pathname]
    if (script !== undefined) response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
    else response.writeHead(200, { 'content-type': 'text/html' }).end(pages[pathname] ?? own)
  })
}

export interface TestApi {
  readonly origin: string
  /** What each accepted request proved. */
  readonly accepted: { sub: unknown; method: string; body: string }[]
  /** Until called again, tokens issued so far are refused. */
  readonly refuseTokens: () => void
  readonly close: () => Promise<void>
}

/** An API for pages of other origins. It accepts only DPoP tokens, with nonces of its own. */
export async function startDpopTestApi(port: number, issuer: string): Promise<TestApi> {
  const origin = `http://127.0.0.1:${port}`
  const keys = createRemoteJWKSet(new URL(`${issuer}/jwks`))
  const accepted: TestApi['accepted'] = []
  const seen = new Set<string>()
  const refused = new Set<string>()
  const nonce = 'server-nonce-1'

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('access-control-allow-origin', request.headers.origin ?? '')
    response.setHeader('access-control-allow-headers', 'authorization, dpop, content-type')
    response.setHeader('access-control-expose-headers', 'www-authenticate, dpop-nonce')
    response.setHeader('dpop-nonce', nonce)
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    const refuse = (status: number, challenge: string): void =>
      void response.writeHead(status, { 'www-authenticate': `DPoP ${challenge}` }).end()
    const [scheme, token = ''] = (request.headers.authorization ?? '').split(' ')
    const proof = String(request.headers['dpop'])
    if (scheme !== 'DPoP') return refuse(401, 'error="invalid_token"')
    const { jwk } = decodeProtectedHeader(proof) as { jwk: JWK }
    const { payload: proven } = await jwtVerify(proof, jwk, { typ: 'dpop+jwt' })
    if (proven['nonce'] !== nonce) return refuse(401, 'error="use_dpop_nonce"')
    const { payload } = await jwtVerify(token, keys, { issuer, audience: `${origin}/`, typ: 'at+jwt' })
    const isBound =
      (payload['cnf'] as { jkt: string }).jkt === (await calculateJwkThumbprint(jwk)) &&
      proven['htm'] === request.method &&
      proven['htu'] === origin + request.url &&
      !seen.has(String(proven.jti))
    seen.add(String(proven.jti))
    if (!isBound || refused.has(token)) return refuse(401, 'error="invalid_token"')
    if (request.url === '/refused') return refuse(403, 'error="insufficient_scope", scope="admin"')
    let body = ''
    for await (const chunk of request) body += String(chunk)
    accepted.push({ sub: payload.sub, method: request.method ?? '', body })
    latest = token
    response.end('{"orders":2}')
  }
  let latest = ''
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(401).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    origin,
    accepted,
    refuseTokens: () => refused.add(latest),
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}
