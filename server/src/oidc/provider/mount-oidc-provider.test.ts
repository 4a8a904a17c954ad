import { Agent, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { UnsecuredJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import {
  addTestClientApplication,
  createAuthorizationUrl,
  createOidcTestServer,
  getRedirectLocation,
  getInteractionIdFromRedirect,
  obtainTokens,
  postFormAsApplication,
  signInToOidcInteraction,
} from '../../testing/oidc-application-test-steps.ts'
import { summarizeOAuthResponse } from '../../testing/oauth-token-test-steps.ts'

const page = { accept: 'text/html, application/json;q=0.5, */*;q=0.1' }

test('the token and userinfo endpoints return errors as JSON, whatever the Accept header says', async () => {
  const app = await createOidcTestServer()
  const application = await addTestClientApplication(app)
  expect(
    summarizeOAuthResponse(
      await postFormAsApplication(
        app,
        '/token',
        { ...application, secret: 'wrong' },
        { grant_type: 'authorization_code', code: 'x' },
        page,
      ),
    ),
  ).toBe('401 invalid_client')
  expect(
    summarizeOAuthResponse(
      await postFormAsApplication(app, '/token', application, { grant_type: 'authorization_code', code: 'x' }, page),
    ),
  ).toBe('400 invalid_request')
  const refused = await app.http.inject({ url: '/userinfo', headers: { ...page, authorization: 'Bearer x' } })
  expect([summarizeOAuthResponse(refused), refused.headers['www-authenticate']]).toEqual([
    '401 invalid_token',
    expect.stringContaining('error="invalid_token"'),
  ])
})

test('a HEAD request neither starts nor consumes a sign-in', async () => {
  const app = await createOidcTestServer()
  const application = await addTestClientApplication(app)
  const browser = app.openBrowser()
  const interaction = getInteractionIdFromRedirect(await browser.send('GET', createAuthorizationUrl(application)))
  const cookies = Object.fromEntries(browser.cookies)
  const kept = () => app.database.queries.selectFrom('provider_records').select(['kind', 'id_hash']).execute()
  const before = await kept()
  for (const url of [createAuthorizationUrl(application), `/authorize/${interaction}`, '/end-session'])
    expect((await app.http.inject({ method: 'HEAD', url, cookies })).statusCode).toBe(404)
  expect(await kept()).toEqual(before)
  expect(getRedirectLocation(await signInToOidcInteraction(browser, interaction))).toMatch(/^\/consent/)
})

test('N14: shutdown closes keep-alive connections that were busy when it started', async () => {
  const app = await createOidcTestServer()
  await app.http.listen({ host: '127.0.0.1', port: 0 })
  const agent = new Agent({ keepAlive: true })
  const answered = new Promise<string | undefined>((resolve, reject) => {
    // The body is still in transit when the server stops.
    const busy = send({
      agent,
      port: (app.http.server.address() as AddressInfo).port,
      path: '/token',
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '8' },
    })
    busy.on('response', (response) => {
      response.resume()
      resolve(response.headers.connection)
    })
    busy.on('error', reject)
    busy.write('code')
    app.http.server.once('request', () => {
      setImmediate(() => {
        void app.http.close()
        setImmediate(() => busy.end('=one'))
      })
    })
  })
  expect(await answered).toBe('close')
  await app.http.close()
  agent.destroy()
})

describe('invalid client ID', () => {
  test.each([
    ['with a zero byte', 'test\0app'],
    ['that is too long', 'x'.repeat(2000)],
    ['of an invalid form', '../Test'],
  ])('N9: an ID %s is refused everywhere as unknown', async (_what, id) => {
    const app = await createOidcTestServer()
    const browser = app.openBrowser()
    await obtainTokens(app, browser, await addTestClientApplication(app))
    const assertion = new UnsecuredJWT({ iss: id, sub: id, aud: id, exp: app.clock.now / 1000 + 60, jti: 'x' }).encode()
    const assertionForm = {
      client_assertion: assertion,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    }
    const unknown = { id, secret: null, redirectUri: 'https://app.example/callback' }
    for (const path of ['/token', '/par', '/introspect', '/revoke', '/device/authorize']) {
      for (const form of [{}, assertionForm])
        expect([
          path,
          summarizeOAuthResponse(
            await postFormAsApplication(app, path, unknown, { ...form, token: 'x', grant_type: 'client_credentials' }),
          ),
        ]).toEqual([path, '401 invalid_client'])
    }
    for (const url of [createAuthorizationUrl(unknown), `/end-session?${new URLSearchParams({ client_id: id })}`])
      expect(getRedirectLocation(await browser.send('GET', url))).toMatch(/^\/error\?code=application\.not_registered/)
    expect(
      getRedirectLocation(
        await browser.send('GET', `/end-session?${new URLSearchParams({ id_token_hint: assertion })}`),
      ),
    ).toMatch(/^\/error\?code=application\./)
  })
})
