// Sign-out without a question, which only a first-party application gets (decision 0085).
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import type { EthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { describe, expect, test } from 'vitest'
import type { ApplicationDefinition } from '../../../store/applications/application-definition-types.ts'
import type { DatabaseKind } from '../../../platform/database/open-sqlite-or-postgres-database.ts'
import { createForgedJwts } from '../../../testing/forged-token-fixtures.ts'
import type { TestBrowser, TestServer } from '../../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../../testing/database-fixtures.ts'
import { readOAuthTokenActiveStates } from '../../../testing/oauth-token-test-steps.ts'
import {
  addTestClientApplication,
  createOidcTestServer,
  getRedirectLocation,
  obtainTokens,
  postFormAsApplication,
  runOidcAuthorizationUntilCallback,
  exchangeCodeAsApplication,
} from '../../../testing/oidc-application-test-steps.ts'
import type { TestClientApplication, TokenResponse } from '../../../testing/oidc-application-test-steps.ts'

const out = 'https://app.example/out'
const firstParty = { firstParty: true, postLogoutUris: [out] }

const signOut = (browser: TestBrowser, parameters: Record<string, string>) =>
  browser.send('GET', `/end-session?${new URLSearchParams(parameters)}`)

const isSignedIn = async (browser: TestBrowser): Promise<boolean> =>
  (await browser.send('GET', '/api/session')).json<{ person: object | null }>().person !== null

async function openSignedIn(
  app: TestServer,
  application: TestClientApplication,
  { key = ethereumTestKeys.alice, browser = app.openBrowser() }: { key?: EthereumTestKey; browser?: TestBrowser } = {},
) {
  const back = await runOidcAuthorizationUntilCallback(browser, application, {}, { key })
  const answer = await exchangeCodeAsApplication(app, application, back.searchParams.get('code') ?? '')
  return { browser, hint: answer.json<TokenResponse>().id_token }
}

async function prepare(input: Partial<ApplicationDefinition> = firstParty, database: DatabaseKind = 'sqlite') {
  const app = await createOidcTestServer({ database })
  const application = await addTestClientApplication(app, input)
  return { app, application, ...(await openSignedIn(app, application)) }
}

describe('sign-out of a first-party application', () => {
  testOnBothDatabases('O31: needs no question with an ID token of this session', async (kind) => {
    const { app, browser, application, hint } = await prepare(firstParty, kind)
    const tokens = await obtainTokens(app, browser, application)
    const answer = await signOut(browser, { id_token_hint: hint, post_logout_redirect_uri: out, state: 'there' })
    expect(getRedirectLocation(answer)).toBe(`${out}?state=there`)
    expect(String(answer.headers['set-cookie'])).toMatch(/__Host-countersign-session=; Max-Age=0/)
    expect(await isSignedIn(browser)).toBe(false)
    expect(await readOAuthTokenActiveStates(app, application, tokens)).toEqual([false, false])
    expect(await app.database.queries.selectFrom('sessions').select('end_reason').execute()).toEqual([
      { end_reason: 'signed-out' },
    ])
  })

  test('O31: accepts an ID token that has expired, and shows a page without a redirect address', async () => {
    const { app, browser, hint } = await prepare()
    app.pass(app.limits.idTokenLifetimeSeconds * 1000 + 1000)
    expect(getRedirectLocation(await signOut(browser, { id_token_hint: hint }))).toBe('/signed-out')
    expect(await isSignedIn(browser)).toBe(false)
  })

  test('O31: needs no question after the application revoked its refresh token', async () => {
    const { app, browser, application } = await prepare()
    const scope = 'openid offline_access'
    const { refresh_token: token = '', id_token: hint } = await obtainTokens(app, browser, application, { scope })
    expect((await postFormAsApplication(app, '/revoke', application, { token })).statusCode).toBe(200)
    expect(getRedirectLocation(await signOut(browser, { id_token_hint: hint }))).toBe('/signed-out')
    expect(await isSignedIn(browser)).toBe(false)
  })

  test('O31: goes only to registered addresses', async () => {
    const { browser, hint } = await prepare()
    const answer = await signOut(browser, { id_token_hint: hint, post_logout_redirect_uri: 'https://evil.example/' })
    expect(getRedirectLocation(answer)).toMatch(/^\/error\?code=application\.redirect_uri_not_registered/)
    expect(await isSignedIn(browser)).toBe(true)
  })
})

describe('O31: the person is asked', () => {
  const expectQuestion = async (browser: TestBrowser, parameters: Record<string, string>): Promise<void> => {
    expect(getRedirectLocation(await signOut(browser, parameters))).toMatch(/^\/sign-out\?request=/)
    expect(await isSignedIn(browser)).toBe(true)
  }

  test('without a hint, so that a link of another site cannot sign out', async () => {
    const { browser } = await prepare()
    await expectQuestion(browser, {})
    await expectQuestion(browser, { client_id: 'test-app', post_logout_redirect_uri: out })
    await expectQuestion(browser, { id_token_hint: '', client_id: 'test-app' })
  })

  test('for a hint of an earlier session of the same person in the same browser', async () => {
    const { app, application, browser, hint } = await prepare()
    await signOut(browser, { id_token_hint: hint })
    await openSignedIn(app, application, { browser })
    await expectQuestion(browser, { id_token_hint: hint })
  })

  test('for a hint of another browser of the same person, and of another person', async () => {
    const { app, application, browser } = await prepare()
    for (const key of [ethereumTestKeys.alice, ethereumTestKeys.bob])
      await expectQuestion(browser, { id_token_hint: (await openSignedIn(app, application, { key })).hint })
  })

  test('for a hint of another application that is not first-party', async () => {
    const { app, browser } = await prepare()
    const thirdParty = await addTestClientApplication(app, { id: 'third', redirectUris: ['https://third.example/'] })
    const { hint } = await openSignedIn(app, thirdParty, { browser })
    await expectQuestion(browser, { id_token_hint: hint })
    expect(getRedirectLocation(await signOut(browser, { id_token_hint: hint, client_id: 'test-app' }))).toMatch(
      /^\/error/,
    )
    expect(await isSignedIn(browser)).toBe(true)
  })

  test('for an application that is not first-party, or no longer', async () => {
    const { browser, hint } = await prepare({ postLogoutUris: [out] })
    await expectQuestion(browser, { id_token_hint: hint, post_logout_redirect_uri: out })
    const changed = await prepare()
    await changed.app.database.queries.updateTable('applications').set({ origin: 'registration' }).execute()
    await expectQuestion(changed.browser, { id_token_hint: changed.hint })
  })

  test('or the request is refused, for a forged hint', async () => {
    const { app, browser, hint } = await prepare()
    const { keys } = (await app.http.inject('/jwks')).json<{ keys: object[] }>()
    const forgeries = await createForgedJwts({
      header: { ...decodeProtectedHeader(hint), alg: 'ES256' },
      claims: decodeJwt(hint),
      sign: async () => hint,
      publicKey: keys[0] ?? {},
      secretHash: 'hash',
    })
    for (const [name, forged] of forgeries.filter(([, token]) => token !== hint)) {
      const location = getRedirectLocation(await signOut(browser, { id_token_hint: forged }))
      expect([name, location]).toEqual([name, expect.stringMatching(/^\/(error|sign-out)\?/)])
      expect([name, await isSignedIn(browser)]).toEqual([name, true])
    }
  })
})
