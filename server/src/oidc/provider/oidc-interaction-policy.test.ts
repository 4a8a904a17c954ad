import { describe, expect, test } from 'vitest'
import { ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import {
  addTestClientApplication,
  submitOidcConsent,
  runOidcAuthorizationUntilCallback,
  createAuthorizationUrl,
  createOidcTestServer,
  exchangeCodeAsApplication,
  getRedirectLocation,
  getInteractionIdFromRedirect,
  obtainTokens,
  postFormAsApplication,
  decodeTokenPayload,
  signInToOidcInteraction,
} from '../../testing/oidc-application-test-steps.ts'
import type { TokenResponse } from '../../testing/oidc-application-test-steps.ts'

const minute = 60_000

describe('OIDC interaction policy', () => {
  test('the configured maximum sign-in age applies, whatever max_age requests', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app, { maxAgeSeconds: 600 })
    const browser = app.openBrowser()
    await obtainTokens(app, browser, application)
    app.pass(9 * minute)
    expect(getRedirectLocation(await browser.send('GET', createAuthorizationUrl(application)))).toMatch(
      /^https:\/\/app\.example\//,
    )
    app.pass(2 * minute)
    for (const max_age of [undefined, '999999']) {
      expect(getRedirectLocation(await browser.send('GET', createAuthorizationUrl(application, { max_age })))).toMatch(
        /^\/sign-in/,
      )
    }
    expect(
      getRedirectLocation(
        await browser.send('GET', createAuthorizationUrl(application, { max_age: '999999', prompt: 'none' })),
      ),
    ).toContain('error=login_required')
  })

  test('a fresh sign-in can become too old while consent is pending', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app)
    const browser = app.openBrowser()
    const proved = await signInToOidcInteraction(
      browser,
      getInteractionIdFromRedirect(await browser.send('GET', createAuthorizationUrl(application, { max_age: '60' }))),
    )
    app.pass(4 * minute)
    const inTime = await submitOidcConsent(browser, getInteractionIdFromRedirect(proved))
    expect(getRedirectLocation(inTime)).toMatch(/^https:\/\/app\.example\//)
    const again = await signInToOidcInteraction(
      browser,
      getInteractionIdFromRedirect(
        await browser.send('GET', createAuthorizationUrl(application, { max_age: '60', prompt: 'consent' })),
      ),
    )
    app.pass(30 * minute)
    expect(getRedirectLocation(await submitOidcConsent(browser, getInteractionIdFromRedirect(again)))).toMatch(
      /^\/sign-in/,
    )
  })

  test('id_token_hint accepts only the person it names', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app)
    const { id_token } = await obtainTokens(app, app.openBrowser(), application)
    const browser = app.openBrowser()
    const startInteraction = async () =>
      getInteractionIdFromRedirect(
        await browser.send('GET', createAuthorizationUrl(application, { id_token_hint: id_token })),
      )
    const other = new URL(
      getRedirectLocation(await signInToOidcInteraction(browser, await startInteraction(), ethereumTestKeys.bob)),
    )
    expect([other.searchParams.get('error'), other.searchParams.has('code')]).toEqual(['login_required', false])
    const same = new URL(
      getRedirectLocation(await signInToOidcInteraction(browser, await startInteraction(), ethereumTestKeys.alice)),
    )
    expect(same.searchParams.has('code')).toBe(true)
  })

  test('prompt=select_account requires a new wallet proof', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app)
    const browser = app.openBrowser()
    await obtainTokens(app, browser, application)
    const asked = await browser.send('GET', createAuthorizationUrl(application, { prompt: 'select_account' }))
    expect(getRedirectLocation(asked)).toMatch(/^\/sign-in/)
    expect(
      (await browser.send('GET', `/api/interactions/${getInteractionIdFromRedirect(asked)}`)).json(),
    ).toMatchObject({
      prompt: 'sign-in',
    })
    const proved = await signInToOidcInteraction(browser, getInteractionIdFromRedirect(asked), ethereumTestKeys.bob)
    expect(getRedirectLocation(proved)).toMatch(/^\/consent/)
    expect(getRedirectLocation(await submitOidcConsent(browser, getInteractionIdFromRedirect(proved)))).toMatch(
      /^https:\/\/app\.example\/callback\?code=/,
    )
  })

  test('prompt=create requires one wallet proof', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app)
    const browser = app.openBrowser()
    const asked = await browser.send('GET', createAuthorizationUrl(application, { prompt: 'create' }))
    expect(getRedirectLocation(asked)).toMatch(/^\/sign-in/)
    const proved = await signInToOidcInteraction(browser, getInteractionIdFromRedirect(asked), ethereumTestKeys.bob)
    expect(getRedirectLocation(proved)).toMatch(/^\/consent/)
    expect(getRedirectLocation(await submitOidcConsent(browser, getInteractionIdFromRedirect(proved)))).toMatch(
      /^https:\/\/app\.example\/callback\?code=/,
    )
    expect(
      getRedirectLocation(await browser.send('GET', createAuthorizationUrl(application, { prompt: 'create' }))),
    ).toMatch(/^\/sign-in/)
  })

  test('an unknown prompt is refused with its name and the supported values', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app)
    const describe = async (prompt: string) =>
      new URL(
        getRedirectLocation(await app.openBrowser().send('GET', createAuthorizationUrl(application, { prompt }))),
      ).searchParams.get('error_description')
    const known = 'none, login, consent, select_account, create'
    expect(await describe('Welcome back!')).toBe(`unsupported prompt value 'Welcome': use ${known}`)
    expect(await describe('login "x\n')).toBe(`unsupported prompt value '?x?': use ${known}`)
    expect(await describe('none login')).toBe('prompt none must only be used alone')
  })

  test('O11: a proof names its application and is never one that was signed for another', async () => {
    const app = await createOidcTestServer()
    const clinic = await addTestClientApplication(app, {
      id: 'clinic',
      name: 'Fertility Clinic',
      scopes: ['openid', 'wallet', 'proof'],
    })
    const shop = await addTestClientApplication(app, {
      id: 'shop',
      name: 'Shop',
      redirectUris: ['https://shop.example/'],
      scopes: ['openid', 'wallet', 'proof'],
    })
    const browser = app.openBrowser()
    const scope = 'openid wallet proof'
    const proofAt = async (tokens: TokenResponse): Promise<string> => {
      const userinfoResponse = await browser.send('GET', '/userinfo', undefined, {
        authorization: `Bearer ${tokens.access_token}`,
      })
      return userinfoResponse.json<{ proof?: { message: string } }>().proof?.message ?? ''
    }
    const first = await obtainTokens(app, browser, clinic, { scope })
    expect(await proofAt(first)).toContain('to continue to Fertility Clinic')
    const asked = await browser.send('GET', createAuthorizationUrl(shop, { scope }))
    expect(getRedirectLocation(asked)).toMatch(/^\/sign-in/)
    const second = await obtainTokens(app, browser, shop, { scope })
    expect(await proofAt(second)).toContain('to continue to Shop')
    expect(await proofAt(first)).toContain('to continue to Fertility Clinic')
    expect(
      new URL(
        getRedirectLocation(await browser.send('GET', createAuthorizationUrl(clinic, { scope, prompt: 'none' }))),
      ).searchParams.has('code'),
    ).toBe(true)
  })

  test('O11: a refreshed ID token contains no wallet that has been withheld since', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app, { claimsIn: 'id-token' })
    const browser = app.openBrowser()
    const scope = 'openid profile wallet offline_access'
    const before = await obtainTokens(app, browser, application, { scope, prompt: 'consent' })
    expect(decodeTokenPayload(before.id_token)).toHaveProperty('wallet')
    await runOidcAuthorizationUntilCallback(
      browser,
      application,
      { scope, prompt: 'consent' },
      { withheld: ['wallet'] },
    )
    const refreshed = await postFormAsApplication(app, '/token', application, {
      grant_type: 'refresh_token',
      refresh_token: before.refresh_token ?? '',
    })
    const claims = decodeTokenPayload(refreshed.json<TokenResponse>().id_token)
    expect(JSON.stringify(claims)).not.toMatch(/0x[0-9a-f]{40}/i)
  })
})

test('a withheld wallet is not in the ID token of the code exchange', async () => {
  const app = await createOidcTestServer()
  const application = await addTestClientApplication(app, { claimsIn: 'id-token' })
  const back = await runOidcAuthorizationUntilCallback(
    app.openBrowser(),
    application,
    { scope: 'openid profile wallet' },
    { withheld: ['wallet'] },
  )
  const answer = await exchangeCodeAsApplication(app, application, back.searchParams.get('code') ?? '')
  expect(JSON.stringify(decodeTokenPayload(answer.json<TokenResponse>().id_token))).not.toMatch(/0x[0-9a-f]{40}/i)
})
