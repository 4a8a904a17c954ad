// Which origins can read responses to an application (THREATS N2).
import { expect, test } from 'vitest'
import {
  addTestClientApplication,
  runOidcAuthorizationUntilCallback,
  createAuthorizationUrl,
  createOidcTestServerWithRsaKey,
  postFormAsApplication,
} from '../../../testing/oidc-application-test-steps.ts'
import { getAuthorizationCodeFromRedirect, summarizeOAuthResponse } from '../../../testing/oauth-token-test-steps.ts'

test('N2: an origin can read only the responses that its own single-page application needs', async () => {
  const app = await createOidcTestServerWithRsaKey()
  const page = await addTestClientApplication(app, {
    id: 'page',
    kind: 'single-page',
    redirectUris: ['https://page.example/callback'],
  })
  const web = await addTestClientApplication(app, { id: 'web', redirectUris: ['https://page.example/web'] })
  const browser = app.openBrowser()
  const [own, foreign] = ['https://page.example', 'https://evil.example']
  const allowed = (response: Awaited<ReturnType<typeof postFormAsApplication>>) => {
    expect(response.headers).not.toHaveProperty('access-control-allow-credentials')
    expect(response.headers).not.toHaveProperty('set-cookie')
    return response.headers['access-control-allow-origin']
  }
  const code = async (of: typeof page) =>
    getAuthorizationCodeFromRedirect(await runOidcAuthorizationUntilCallback(browser, of))
  const redeem = async (of: typeof page, origin: string) =>
    postFormAsApplication(
      app,
      '/token',
      of,
      {
        grant_type: 'authorization_code',
        code: await code(of),
        redirect_uri: of.redirectUri,
        code_verifier: 'test-verifier-test-verifier-test-verifier-test',
      },
      { origin },
    )
  expect(allowed(await redeem(page, foreign))).toBe(undefined)
  expect(allowed(await redeem(web, own))).toBe(undefined)
  const mine = await redeem(page, own)
  expect([summarizeOAuthResponse(mine), allowed(mine)]).toEqual(['200', own])
  const { access_token } = mine.json<{ access_token: string }>()
  const ask = (origin: string) =>
    app.http.inject({ url: '/userinfo', headers: { origin, authorization: `Bearer ${access_token}` } })
  const [mineAgain, theirs] = [await ask(own), await ask(foreign)]
  expect([summarizeOAuthResponse(mineAgain), allowed(mineAgain)]).toEqual(['200', own])
  expect([summarizeOAuthResponse(theirs), allowed(theirs)]).toEqual(['400 invalid_request', undefined])

  for (const url of [
    '/api/session',
    '/api/grants',
    '/api/interactions/x',
    createAuthorizationUrl(page),
    createAuthorizationUrl(page, { prompt: 'none' }),
    '/end-session',
  ]) {
    for (const method of ['GET', 'OPTIONS'] as const) {
      const response = await app.http.inject({
        method,
        url,
        headers: { origin: own, 'access-control-request-method': 'GET' },
        cookies: Object.fromEntries(browser.cookies),
      })
      expect(
        Object.keys(response.headers).filter((name) => name.startsWith('access-control')),
        `${method} ${url}`,
      ).toEqual([])
    }
  }
})
