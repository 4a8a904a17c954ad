// Authentication context: how applications learn and request the sign-in method.
import { describe, expect, test } from 'vitest'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import {
  addTestClientApplication,
  runOidcAuthorizationUntilCallback,
  createAuthorizationUrl,
  getRedirectLocation,
  getInteractionIdFromRedirect,
  postFormAsApplication,
  decodeTokenPayload,
} from '../../testing/oidc-application-test-steps.ts'
import type { TokenResponse } from '../../testing/oidc-application-test-steps.ts'
import { summarizeApiResponse, signInWithPasskey, stepUpWithPasskey } from '../../testing/passkey-test-steps.ts'
import {
  obtainTokenFamilyBySignIn,
  sendRefreshTokenRequest,
  readOAuthTokenActiveStates,
} from '../../testing/oauth-token-test-steps.ts'
import {
  createPersonWithPasskey,
  exchangeCodeForIdTokenClaims,
  walletAcr,
  sendOidcAuthorizationRequest,
  readRequestedSignInMethod,
  followRedirectsToApplication,
  signInToOidcInteractionWithPasskey,
  passkeyAcr,
  createAcrClaimsParameter,
} from '../../testing/acr-sign-in-test-steps.ts'

const minuteMs = 60_000

const toSeconds = (time: number): number => Math.floor(time / 1000)

describe('authentication context', () => {
  test('reports acr, amr, and auth_time for wallets and passkeys', async () => {
    const person = await createPersonWithPasskey('sqlite')
    const { app, browser, passkey } = person
    expect(
      await exchangeCodeForIdTokenClaims(person, await runOidcAuthorizationUntilCallback(browser, person.application)),
    ).toMatchObject({
      acr: walletAcr,
      amr: ['pop'],
      auth_time: toSeconds(app.clock.now),
    })
    app.pass(minuteMs)
    const other = app.openBrowser()
    const asked = await sendOidcAuthorizationRequest(person, other, {})
    expect(await readRequestedSignInMethod(other, asked)).toBe('any')
    const back = await followRedirectsToApplication(
      other,
      await signInToOidcInteractionWithPasskey(other, getInteractionIdFromRedirect(asked), passkey),
    )
    const { sub, ...claims } = await exchangeCodeForIdTokenClaims(person, back)
    expect(claims).toMatchObject({ acr: passkeyAcr, amr: ['pop', 'user', 'mfa'], auth_time: toSeconds(app.clock.now) })
    expect(sub).toBe(
      (
        await exchangeCodeForIdTokenClaims(person, await runOidcAuthorizationUntilCallback(browser, person.application))
      )['sub'],
    )
  })

  test('reports the key of a synced passkey as held in software (swk)', async () => {
    const person = await createPersonWithPasskey('sqlite', { isSynced: true })
    await signInWithPasskey(person.browser, person.passkey)
    expect(
      await exchangeCodeForIdTokenClaims(
        person,
        await runOidcAuthorizationUntilCallback(person.browser, person.application),
      ),
    ).toMatchObject({
      acr: passkeyAcr,
      amr: ['pop', 'user', 'mfa', 'swk'],
    })
  })

  test('is reported to a device, which cannot require a sign-in method', async () => {
    const { app, browser, passkey } = await createPersonWithPasskey('sqlite')
    const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'
    const television = await addTestClientApplication(app, { id: 'television', kind: 'device' })
    await signInWithPasskey(browser, passkey)
    const { device_code, user_code } = (
      await postFormAsApplication(app, '/device/authorize', television, { scope: 'openid' })
    ).json<{
      device_code: string
      user_code: string
    }>()
    expect(
      summarizeApiResponse(await browser.send('POST', '/api/device/approve', { userCode: user_code, withheld: [] })),
    ).toBe('204')
    const demand = await postFormAsApplication(app, '/device/authorize', television, {
      scope: 'openid',
      claims: createAcrClaimsParameter({ value: passkeyAcr, essential: true }),
    })
    expect([demand.statusCode, demand.json()]).toMatchObject([
      400,
      { error: 'invalid_request', error_description: 'a device request cannot require a sign-in method' },
    ])
    const tokens = (
      await postFormAsApplication(app, '/token', television, { grant_type: deviceGrant, device_code })
    ).json<TokenResponse>()
    expect(decodeTokenPayload(tokens.id_token)).toMatchObject({
      acr: passkeyAcr,
      amr: ['pop', 'user', 'mfa'],
      auth_time: toSeconds(app.clock.now),
    })
  })

  test('is updated by a step-up: max_age counts from the step-up, and tokens stay valid', async () => {
    const person = await createPersonWithPasskey('sqlite')
    const { app, application, browser, passkey } = person
    const signedInAt = toSeconds(app.clock.now)
    const family = await obtainTokenFamilyBySignIn(app, browser, application)
    app.pass(2 * minuteMs)
    expect(getRedirectLocation(await sendOidcAuthorizationRequest(person, browser, { max_age: '60' }))).toMatch(
      /^\/sign-in/,
    )
    expect(summarizeApiResponse(await stepUpWithPasskey(browser, passkey))).toBe('200')
    app.pass(30_000)
    const claims = await exchangeCodeForIdTokenClaims(
      person,
      new URL(
        getRedirectLocation(await sendOidcAuthorizationRequest(person, browser, { max_age: '60', prompt: 'none' })),
      ),
    )
    expect(claims).toMatchObject({ acr: passkeyAcr, auth_time: toSeconds(app.clock.now) - 30 })
    expect(await readOAuthTokenActiveStates(app, application, family)).toEqual([true, true])
    // Core §12.2: a refreshed ID token describes the original sign-in.
    const refreshed = await sendRefreshTokenRequest(app, application, family.refresh_token)
    expect(decodeTokenPayload(refreshed.json<TokenResponse>().id_token)).toMatchObject({
      sub: claims['sub'],
      acr: walletAcr,
      auth_time: signedInAt,
    })
    app.pass(31_000)
    expect(getRedirectLocation(await sendOidcAuthorizationRequest(person, browser, { max_age: '60' }))).toMatch(
      /^\/sign-in/,
    )
  })

  testOnBothDatabases(
    'P4: removing a passkey immediately ends all access that it gave to applications',
    async (kind) => {
      const { app, application, browser, passkey, id } = await createPersonWithPasskey(kind)
      const other = app.openBrowser()
      await signInWithPasskey(other, passkey)
      const [lost, kept] = [
        await obtainTokenFamilyBySignIn(app, other, application),
        await obtainTokenFamilyBySignIn(app, browser, application),
      ]
      expect(summarizeApiResponse(await browser.send('DELETE', `/api/passkeys/${id}`))).toBe('200')
      expect([
        await readOAuthTokenActiveStates(app, application, lost),
        await readOAuthTokenActiveStates(app, application, kept),
      ]).toEqual([
        [false, false],
        [true, true],
      ])
      expect(
        getRedirectLocation(await other.send('GET', createAuthorizationUrl(application, { prompt: 'none' }))),
      ).toContain('error=login_required')
    },
  )
})
