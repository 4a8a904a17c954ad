import { expect, test } from 'vitest'
import {
  addTestClientApplication,
  runOidcAuthorizationUntilCallback,
  createAuthorizationUrl,
  createOidcTestServer,
  exchangeCodeAsApplication,
  getRedirectLocation,
  postFormAsApplication,
  decodeTokenPayload,
} from '../../../testing/oidc-application-test-steps.ts'
import type { TokenResponse } from '../../../testing/oidc-application-test-steps.ts'
import { getAuthorizationCodeFromRedirect, summarizeOAuthResponse } from '../../../testing/oauth-token-test-steps.ts'

const service = 'https://service.example/'
const resources = [{ resource: service, scopes: ['read', 'write'] }]
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'

test('O6: a token for a resource needs at least one scope that the person was shown', async () => {
  const app = await createOidcTestServer()
  const application = await addTestClientApplication(app, {
    resources,
    grantTypes: ['authorization_code', 'refresh_token', deviceGrant],
  })
  const browser = app.openBrowser()
  const errorOf = (url: string) => new URL(url).searchParams.get('error')
  for (const scope of ['openid', 'openid delete']) {
    const parameters = { scope, resource: service }
    expect(
      errorOf(getRedirectLocation(await browser.send('GET', createAuthorizationUrl(application, parameters)))),
    ).toBe('invalid_target')
    expect(summarizeOAuthResponse(await postFormAsApplication(app, '/device/authorize', application, parameters))).toBe(
      '400 invalid_target',
    )
    const pushed = Object.fromEntries(
      new URL(createAuthorizationUrl(application, parameters), 'https://sign-in.example').searchParams,
    )
    expect(summarizeOAuthResponse(await postFormAsApplication(app, '/par', application, pushed))).toBe(
      '400 invalid_target',
    )
  }
  const back = await runOidcAuthorizationUntilCallback(browser, application, {
    scope: 'openid read',
    resource: service,
  })
  const { access_token } = (
    await exchangeCodeAsApplication(app, application, getAuthorizationCodeFromRedirect(back), { resource: service })
  ).json<TokenResponse>()
  expect(decodeTokenPayload(access_token)).toMatchObject({ aud: service, scope: 'read' })
})

test('client_credentials tokens contain no scopes that only people can grant', async () => {
  const app = await createOidcTestServer()
  const machine = await addTestClientApplication(app, { id: 'job', kind: 'machine', resources })
  const web = await addTestClientApplication(app, {
    resources,
    grantTypes: ['authorization_code', 'refresh_token', 'client_credentials'],
  })
  for (const application of [machine, web]) {
    const ask = (form: Record<string, string>) =>
      postFormAsApplication(app, '/token', application, { grant_type: 'client_credentials', ...form })
    expect(summarizeOAuthResponse(await ask({ scope: 'openid wallet' }))).toBe('400 invalid_scope')
    const forService = await ask({ scope: 'openid wallet read', resource: service })
    expect([summarizeOAuthResponse(forService), forService.json<TokenResponse>().scope]).toEqual(['200', 'read'])
    const plain = await ask({})
    expect([summarizeOAuthResponse(plain), plain.json<TokenResponse>().scope]).toEqual(['200', undefined])
    expect(decodeTokenPayload(plain.json<TokenResponse>().access_token)).toMatchObject({
      aud: service,
      client_id: application.id,
    })
  }
})
