import { decodeProtectedHeader } from 'jose'
import { expect, test } from 'vitest'
import {
  addTestClientApplication,
  createOidcTestServer,
  getRedirectLocation,
  obtainTokens,
} from '../../testing/oidc-application-test-steps.ts'

const [day, out] = [86_400_000, 'https://app.example/out']

test('O12 O13: logout accepts an ID token hint signed by a removed key, but asks for confirmation', async () => {
  const app = await createOidcTestServer()
  const application = await addTestClientApplication(app, { postLogoutUris: [out] })
  await addTestClientApplication(app, { id: 'other', postLogoutUris: ['https://other.example/out'] })
  const { id_token } = await obtainTokens(app, app.openBrowser(), application)
  const { kid } = decodeProtectedHeader(id_token)
  const listKeys = async () =>
    (await app.http.inject('/jwks')).json<{ keys: { kid: string }[] }>().keys.map((key) => key.kid)
  expect(await listKeys()).toContain(kid)
  for (let days = 0; days < 95; days++) {
    app.pass(day)
    await app.pruneExpired()
  }
  expect(await listKeys()).not.toContain(kid)

  const browser = app.openBrowser()
  const tokens = await obtainTokens(app, browser, application)
  const ask = async (parameters: Record<string, string>) =>
    getRedirectLocation(
      await browser.send('GET', `/end-session?${new URLSearchParams({ id_token_hint: id_token, ...parameters })}`),
    )
  const asked = await ask({ post_logout_redirect_uri: out, state: 'there' })
  expect(asked).toMatch(/^\/sign-out\?request=/)
  const request = new URL(asked, 'https://sign-in.example').searchParams.get('request')
  expect((await browser.send('GET', '/api/session')).json<{ person: object | null }>().person).not.toBe(null)
  expect((await browser.send('GET', `/api/sign-out-requests/${request}`)).json()).toMatchObject({
    application: { id: application.id },
  })
  expect((await browser.send('POST', `/api/sign-out-requests/${request}/confirm`)).json()).toEqual({
    next: `${out}?state=there`,
  })

  expect(await ask({ post_logout_redirect_uri: 'https://other.example/out' })).toMatch(
    /^\/error\?code=application\.redirect_uri_not_registered/,
  )
  expect(await ask({ post_logout_redirect_uri: out, client_id: 'other' })).toMatch(
    /^\/error\?code=application\.redirect_uri_not_registered/,
  )
  const altered = `${tokens.id_token.slice(0, -8)}AAAAAAAA`
  expect(await ask({ id_token_hint: altered, post_logout_redirect_uri: out })).toMatch(
    /^\/error\?code=application\.request_invalid/,
  )
})
