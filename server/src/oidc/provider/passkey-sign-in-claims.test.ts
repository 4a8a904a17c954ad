// Claims of people who signed in with a passkey.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { describe, expect, test } from 'vitest'
import { ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import {
  runOidcAuthorizationUntilCallback,
  exchangeCodeAsApplication,
  getRedirectLocation,
  getInteractionIdFromRedirect,
  signInToOidcInteraction,
} from '../../testing/oidc-application-test-steps.ts'
import type { TokenResponse } from '../../testing/oidc-application-test-steps.ts'
import { summarizeApiResponse, signInWithPasskey, stepUpWithPasskey } from '../../testing/passkey-test-steps.ts'
import { getAuthorizationCodeFromRedirect, requestUserinfo } from '../../testing/oauth-token-test-steps.ts'
import type { PersonWithPasskey } from '../../testing/acr-sign-in-test-steps.ts'
import {
  createPersonWithPasskey,
  sendOidcAuthorizationRequest,
  readRequestedSignInMethod,
  followRedirectsToApplication,
  signInToOidcInteractionWithPasskey,
  createAcrClaimsParameter,
  passkeyAcr,
} from '../../testing/acr-sign-in-test-steps.ts'

describe('claims after a passkey sign-in', () => {
  const scopes = ['openid', 'profile', 'wallet', 'proof']
  const scope = scopes.join(' ')
  const redeemForUserinfo = async (
    { app, application }: PersonWithPasskey,
    back: URL,
  ): Promise<Record<string, unknown>> => {
    const tokens = (
      await exchangeCodeAsApplication(app, application, getAuthorizationCodeFromRedirect(back))
    ).json<TokenResponse>()
    return (await requestUserinfo(app, tokens.access_token)).json<Record<string, unknown>>()
  }

  testOnBothDatabases('contain the primary wallet and no proof, which is requested once', async (kind) => {
    const person = await createPersonWithPasskey(kind, { scopes })
    const { app, passkey } = person
    const browser = app.openBrowser()
    await signInWithPasskey(browser, passkey)
    app.pass(1000)
    const asked = await sendOidcAuthorizationRequest(person, browser, { scope })
    expect(getRedirectLocation(asked)).toMatch(/^\/sign-in/)
    expect(await readRequestedSignInMethod(browser, asked)).toBe('wallet')
    const claims = await redeemForUserinfo(
      person,
      await followRedirectsToApplication(
        browser,
        await signInToOidcInteractionWithPasskey(browser, getInteractionIdFromRedirect(asked), passkey),
      ),
    )
    expect(claims).toMatchObject({
      wallet: `eip155:1:${ethereumTestKeys.alice.address}`,
      wallets: [`eip155:1:${ethereumTestKeys.alice.address}`],
      wallet_kind: 'key',
      preferred_username: ethereumTestKeys.alice.address,
    })
    expect(claims).not.toHaveProperty('proof')
    app.pass(1000)
    expect(
      await redeemForUserinfo(
        person,
        new URL(getRedirectLocation(await sendOidcAuthorizationRequest(person, browser, { scope }))),
      ),
    ).not.toHaveProperty('proof')
    const again = await sendOidcAuthorizationRequest(person, browser, { scope, prompt: 'login' })
    const proved = await redeemForUserinfo(
      person,
      await followRedirectsToApplication(
        browser,
        await signInToOidcInteraction(browser, getInteractionIdFromRedirect(again)),
      ),
    )
    expect(proved['proof']).toMatchObject({
      message: expect.stringContaining(ethereumTestKeys.alice.address) as string,
    })
  })

  test('need no proof if the application requires a passkey', async () => {
    const person = await createPersonWithPasskey('sqlite', { scopes })
    await signInWithPasskey(person.browser, person.passkey)
    const claims = createAcrClaimsParameter({ value: passkeyAcr, essential: true })
    const asked = await sendOidcAuthorizationRequest(person, person.browser, { scope, claims })
    expect(getRedirectLocation(asked)).toMatch(/^\/consent/)
    expect(
      await redeemForUserinfo(person, await followRedirectsToApplication(person.browser, asked)),
    ).not.toHaveProperty('proof')
  })

  test('keep the wallet and the proof after a passkey step-up', async () => {
    const person = await createPersonWithPasskey('sqlite', { scopes })
    const { app, application, browser, passkey } = person
    const tokens = (
      await exchangeCodeAsApplication(
        app,
        application,
        getAuthorizationCodeFromRedirect(
          await runOidcAuthorizationUntilCallback(browser, application, { scope, prompt: 'login' }),
        ),
      )
    ).json<TokenResponse>()
    const before = (await requestUserinfo(app, tokens.access_token)).json<Record<string, unknown>>()
    expect(before).toMatchObject({
      wallet: `eip155:1:${ethereumTestKeys.alice.address}`,
      proof: { message: expect.stringContaining('to continue to Test Application') as string },
    })
    await stepUpWithPasskey(browser, passkey)
    expect((await requestUserinfo(app, tokens.access_token)).json()).toEqual(before)
    expect(
      await redeemForUserinfo(
        person,
        new URL(getRedirectLocation(await sendOidcAuthorizationRequest(person, browser, { scope }))),
      ),
    ).toEqual(before)
  })

  testOnBothDatabases('contain neither proof nor address of an unlinked wallet', async (kind) => {
    const person = await createPersonWithPasskey(kind, { scopes })
    const { app, application, browser, passkey } = person
    const tokens = (
      await exchangeCodeAsApplication(
        app,
        application,
        getAuthorizationCodeFromRedirect(
          await runOidcAuthorizationUntilCallback(browser, application, { scope, prompt: 'login' }),
        ),
      )
    ).json<TokenResponse>()
    await stepUpWithPasskey(browser, passkey)
    const [linked] = (await browser.send('GET', '/api/wallets')).json<ApiEndpointOutput<'listWallets'>>().items
    expect(summarizeApiResponse(await browser.send('DELETE', `/api/wallets/${linked?.id}`))).toBe('200')
    const after = await requestUserinfo(app, tokens.access_token)
    expect([after.statusCode, Object.keys(after.json())]).toEqual([200, ['sub']])
    app.pass(1000)
    const other = app.openBrowser()
    await signInWithPasskey(other, passkey)
    expect(
      await redeemForUserinfo(
        person,
        new URL(getRedirectLocation(await sendOidcAuthorizationRequest(person, other, { scope }))),
      ),
    ).toEqual({
      sub: after.json<{ sub: string }>().sub,
    })
  })

  test('contain the absolute URL of the picture', async () => {
    const person = await createPersonWithPasskey('sqlite', { scopes })
    await person.app.database.queries
      .updateTable('people')
      .set({ picture_url: '/pictures/abc.webp', display_name: 'Alice' })
      .execute()
    expect(
      await redeemForUserinfo(
        person,
        await runOidcAuthorizationUntilCallback(person.browser, person.application, { scope: 'openid profile' }),
      ),
    ).toMatchObject({
      name: 'Alice',
      preferred_username: 'Alice',
      picture: 'https://sign-in.example/pictures/abc.webp',
    })
  })
})
