// Our tests for the plans "RP-Initiated Logout" and "Back-Channel Logout" of the OpenID
// Foundation's conformance suite; e2e/src/oidc-conformance-module-coverage.ts maps its modules to tests.
import { createLocalJWKSet, jwtVerify } from 'jose'
import type { JSONWebKeySet } from 'jose'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import {
  addTestClientApplication,
  createAuthorizationUrl,
  createOidcTestServer,
  getRedirectLocation,
  obtainTokens,
  decodeTokenPayload,
} from '../../../testing/oidc-application-test-steps.ts'

const out = 'https://app.example/out'

async function prepare() {
  const app = await createOidcTestServer()
  const application = await addTestClientApplication(app, { postLogoutUris: [out] })
  const browser = app.openBrowser()
  const { id_token } = await obtainTokens(app, browser, application)
  const ask = async (parameters: Record<string, string>) =>
    getRedirectLocation(await browser.send('GET', `/end-session?${new URLSearchParams(parameters)}`))
  const signOut = async (parameters: Record<string, string>) => {
    const location = await ask(parameters)
    if (!location.startsWith('/sign-out?request='))
      return { next: location.replace(/&request=.*/, ''), signedIn: await isSignedIn() }
    const { next } = (
      await browser.send('POST', `/api/sign-out-requests/${location.slice('/sign-out?request='.length)}/confirm`)
    ).json<{ next: string }>()
    return { next, signedIn: await isSignedIn() }
  }
  const isSignedIn = async () =>
    new URL(
      getRedirectLocation(await browser.send('GET', createAuthorizationUrl(application, { prompt: 'none' }))),
    ).searchParams.get('error') !== 'login_required'
  return { app, id_token, signOut }
}

test('discovery lists the logout endpoint and back-channel logout support', async () => {
  const { app } = await prepare()
  expect((await app.http.inject('/.well-known/openid-configuration')).json()).toMatchObject({
    end_session_endpoint: 'https://sign-in.example/end-session',
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
  })
})

test('logout with an ID token hint signs the person out and redirects with the state', async () => {
  const { id_token, signOut } = await prepare()
  expect(await signOut({ id_token_hint: id_token, post_logout_redirect_uri: out, state: 'a b&c' })).toEqual({
    next: `${out}?state=a+b%26c`,
    signedIn: false,
  })
})

test('logout without a state redirects without one', async () => {
  const { id_token, signOut } = await prepare()
  expect(await signOut({ id_token_hint: id_token, post_logout_redirect_uri: out })).toEqual({
    next: out,
    signedIn: false,
  })
})

test('logout refuses an unregistered redirect URI, and a registered one with a query added', async () => {
  const { id_token, signOut } = await prepare()
  for (const uri of ['https://app.example/other', `${out}?foo=bar`]) {
    expect(await signOut({ id_token_hint: id_token, post_logout_redirect_uri: uri, state: 'there' })).toEqual({
      next: '/error?code=application.redirect_uri_not_registered',
      signedIn: true,
    })
  }
})

test('logout with a modified or malformed ID token hint ends on the error page', async () => {
  const { id_token, signOut } = await prepare()
  const [header = '', body = '', signature = ''] = id_token.split('.')
  const altered = Buffer.from(JSON.stringify({ ...decodeTokenPayload(id_token), sub: 'somebody' })).toString(
    'base64url',
  )
  for (const id_token_hint of [
    `${header}.${altered}.${signature}`,
    `${header}.${body}.${signature.slice(0, -4)}AAAA`,
    'bad',
  ]) {
    expect(await signOut({ id_token_hint, post_logout_redirect_uri: out, state: 'there' })).toEqual({
      next: '/error?code=application.request_invalid',
      signedIn: true,
    })
  }
})

test('logout without a hint asks the person and ends on the signed-out page', async () => {
  for (const parameters of [{ post_logout_redirect_uri: out, state: 'there' }, { state: 'there' }, {}] as Record<
    string,
    string
  >[]) {
    const { signOut } = await prepare()
    expect(await signOut(parameters)).toEqual({ next: '/signed-out', signedIn: false })
  }
})

test('logout with a hint but without a redirect URI ends on the signed-out page', async () => {
  const { id_token, signOut } = await prepare()
  expect(await signOut({ id_token_hint: id_token, state: 'there' })).toEqual({ next: '/signed-out', signedIn: false })
})

test('back-channel logout sends a signed token with the session ID of the ID token', async () => {
  const received: URLSearchParams[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      received.push(new URLSearchParams(body))
      response.writeHead(200, { 'cache-control': 'no-store' }).end()
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  const app = await createOidcTestServer({ environment: { COUNTERSIGN_ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8' } })
  const application = await addTestClientApplication(app, {
    backchannelLogoutUri: `http://127.0.0.1:${(server.address() as AddressInfo).port}/logout`,
  })
  const browser = app.openBrowser()
  const { id_token } = await obtainTokens(app, browser, application)
  const asked = getRedirectLocation(
    await browser.send('GET', `/end-session?${new URLSearchParams({ id_token_hint: id_token })}`),
  )
  await browser.send('POST', `/api/sign-out-requests/${asked.slice('/sign-out?request='.length)}/confirm`)
  await app.deliverLogouts()
  expect(received.map((form) => [...form.keys()])).toEqual([['logout_token']])
  const jwks = (await app.http.inject('/jwks')).json<JSONWebKeySet>()
  const { payload, protectedHeader } = await jwtVerify(
    received[0]?.get('logout_token') ?? '',
    createLocalJWKSet(jwks),
    {
      issuer: 'https://sign-in.example',
      audience: application.id,
      typ: 'logout+jwt',
      currentDate: new Date(app.clock.now),
    },
  )
  const { sub, sid } = decodeTokenPayload(id_token)
  expect(protectedHeader).toEqual({ alg: 'ES256', typ: 'logout+jwt', kid: jwks.keys[0]?.kid })
  expect(payload).toEqual({
    iss: 'https://sign-in.example',
    aud: application.id,
    sub,
    sid,
    iat: app.clock.now / 1000,
    exp: app.clock.now / 1000 + 120,
    jti: expect.stringMatching(/^[0-9a-z]{26}$/) as string,
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  })
  await app.deliverLogouts()
  expect(received).toHaveLength(1)
})
