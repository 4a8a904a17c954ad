import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import { listSequencedAuditEntryTexts } from '../../testing/inspect-test-database.ts'
import { createTestServer, ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import type { TestBrowser } from '../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import { addTestClientApplication, createOidcTestServer } from '../../testing/oidc-application-test-steps.ts'
import {
  obtainTokenFamilyBySignIn,
  sendRefreshTokenRequest,
  readOAuthTokenActiveStates,
} from '../../testing/oauth-token-test-steps.ts'

const { alice, bob, carol } = ethereumTestKeys
const sessionName = '__Host-countersign-session'

const sessionOf = async (browser: TestBrowser) =>
  (await browser.send('GET', '/api/session')).json<ApiEndpointOutput<'readSession'>>().session
/** Whether the server asks for a step-up. The wallet ID does not exist, so nothing is unlinked. */
const isAsked = async (browser: TestBrowser): Promise<boolean> => {
  const { code } = (await browser.send('DELETE', `/api/wallets/${'0'.repeat(26)}`)).json<{ code: string }>()
  expect(['step_up.required', 'wallet.not_found']).toContain(code)
  return code === 'step_up.required'
}
const refusalOf = (response: LightMyRequestResponse): object => ({
  ...response.json<object>(),
  instance: '',
  requestId: '',
})

describe('wallet step-up', () => {
  test('allows sensitive actions for ten minutes and makes the browser trusted', async () => {
    const app = await createTestServer()
    const browser = app.openBrowser()
    await browser.signIn()
    expect(await sessionOf(browser)).toMatchObject({ stepUpValidUntil: null, newBrowser: true })
    expect(await isAsked(browser)).toBe(true)
    expect((await browser.stepUp()).json()).toMatchObject({
      person: { address: alice.address },
      session: { stepUpValidUntil: '2026-01-15T12:10:00.000Z', newBrowser: false },
    })
    app.clock.now += 599_999
    expect(await isAsked(browser)).toBe(false)
    app.clock.now += 1
    expect(await isAsked(browser)).toBe(true)
    await browser.signIn()
    expect(await isAsked(browser)).toBe(false)
    const other = app.openBrowser()
    await other.signIn()
    expect(await isAsked(other)).toBe(true)
    expect(await listSequencedAuditEntryTexts(app.database.queries)).toContain(
      'session.stepped_up success {"method":"ecdsa","namespace":"eip155","chainId":"1"}',
    )
    expect(await verifyAuditLogIntegrity(app.database.queries)).toMatchObject({ outcome: 'whole' })
  })

  testOnBothDatabases('P5: issues a new session ID and token and ends the previous session', async (kind) => {
    const app = await createTestServer({ database: kind })
    const browser = app.openBrowser()
    await browser.signIn()
    const [before, token] = [await sessionOf(browser), browser.cookies.get(sessionName) ?? '']
    await browser.stepUp()
    const after = await sessionOf(browser)
    expect(after?.id).not.toBe(before?.id)
    expect(browser.cookies.get(sessionName)).not.toBe(token)
    const thief = app.openBrowser()
    for (const [name, value] of browser.cookies) thief.cookies.set(name, value)
    thief.cookies.set(sessionName, token)
    expect((await thief.send('GET', '/api/wallets')).json()).toMatchObject({ code: 'session.required' })
    expect(
      (await thief.send('POST', '/api/step-up', await browser.signChallengeFor('step-up', alice))).json(),
    ).toMatchObject({
      code: 'session.required',
    })
    expect(await listSequencedAuditEntryTexts(app.database.queries)).toContain(
      'session.ended success {"reason":"replaced"}',
    )
  })

  test('expires if the clock is set back by more than the tolerance', async () => {
    const app = await createTestServer()
    const browser = app.openBrowser()
    await browser.signIn()
    await browser.stepUp()
    app.clock.now -= app.limits.clockToleranceSeconds * 1000
    expect(await isAsked(browser)).toBe(false)
    app.clock.now -= 1
    expect(await isAsked(browser)).toBe(true)
    expect(await sessionOf(browser)).toMatchObject({ stepUpValidUntil: null })
  })

  test('P4: counts only in its own browser, not for a copied session cookie', async () => {
    const app = await createTestServer()
    const [browser, thief] = [app.openBrowser(), app.openBrowser()]
    await browser.signIn()
    await browser.stepUp()
    await app.openBrowser().signIn()
    const copy = browser.cookies.get(sessionName) ?? ''
    thief.cookies.set(sessionName, copy)
    for (const secret of [null, 'A'.repeat(43)]) {
      if (secret !== null) thief.cookies.set('__Host-countersign-browser', secret)
      expect(await isAsked(thief)).toBe(true)
      expect((await thief.send('DELETE', '/api/sessions')).json()).toMatchObject({ code: 'step_up.required' })
    }
    const linked = await thief.send('POST', '/api/wallets', await thief.signChallengeFor('link', bob))
    expect(linked.json()).toMatchObject({ code: 'step_up.required', status: 403 })
    expect((await thief.send('GET', '/api/wallets')).statusCode).toBe(200)
    expect(await isAsked(browser)).toBe(false)
  })

  test('keeps application tokens active and moves them to the new session', async () => {
    const app = await createOidcTestServer()
    const application = await addTestClientApplication(app, { grantTypes: ['authorization_code', 'refresh_token'] })
    const browser = app.openBrowser()
    const tokens = await obtainTokenFamilyBySignIn(app, browser, application)
    app.pass(60_000)
    await browser.stepUp()
    expect(await readOAuthTokenActiveStates(app, application, tokens)).toEqual([true, true])
    expect((await sendRefreshTokenRequest(app, application, tokens.refresh_token)).statusCode).toBe(200)
    const { queries } = app.database
    const held = await queries.selectFrom('authorizations').select('session_id').execute()
    expect(held).toEqual([{ session_id: (await sessionOf(browser))?.id }])
  })

  test('works with any wallet of the person and moves the session to that wallet', async () => {
    const app = await createTestServer()
    const browser = app.openBrowser()
    await browser.signIn(alice)
    await browser.stepUp(alice)
    await browser.send('POST', '/api/wallets', await browser.signChallengeFor('link', bob))
    expect((await browser.stepUp(bob)).json()).toMatchObject({ session: { wallet: { address: bob.address } } })
    const { items } = (await browser.send('GET', '/api/wallets')).json<ApiEndpointOutput<'listWallets'>>()
    const first = items.find(({ address }) => address === alice.address)?.id
    expect((await browser.send('DELETE', `/api/wallets/${first}`)).json()).toEqual({ signedOut: false })
    expect(await sessionOf(browser)).toMatchObject({ wallet: { address: bob.address } })
  })

  test('P8: refuses taken and unknown wallets alike and creates no person', async () => {
    const app = await createTestServer()
    await app.openBrowser().signIn(bob)
    const browser = app.openBrowser()
    await browser.signIn(alice)
    const before = await sessionOf(browser)
    const [others, nobodys] = [await browser.stepUp(bob), await browser.stepUp(carol)]
    expect(others.json()).toMatchObject({ code: 'step_up.different_person', status: 403 })
    expect(refusalOf(others)).toEqual(refusalOf(nobodys))
    expect((await sessionOf(browser))?.id).toBe(before?.id)
    expect(await isAsked(browser)).toBe(true)
    expect(await app.database.queries.selectFrom('wallets').select('address').execute()).toHaveLength(2)
    expect(
      (await listSequencedAuditEntryTexts(app.database.queries)).filter((line) => line.startsWith('step_up.refused')),
    ).toEqual(Array(2).fill('step_up.refused refused {"reason":"a wallet that is not theirs"}'))
  })

  test('M1 M4: requires an unused challenge of the same person and browser', async () => {
    const app = await createTestServer()
    const [browser, elsewhere] = [app.openBrowser(), app.openBrowser()]
    await browser.signIn()
    await elsewhere.signIn()
    const signed = await browser.signChallengeFor('step-up', alice)
    expect((await elsewhere.send('POST', '/api/step-up', signed)).json()).toMatchObject({ code: 'challenge.invalid' })
    expect((await browser.send('POST', '/api/step-up', signed)).json()).toMatchObject({ code: 'challenge.invalid' })
    const again = await browser.signChallengeFor('step-up', alice)
    expect((await browser.send('POST', '/api/step-up', again)).statusCode).toBe(200)
    expect((await browser.send('POST', '/api/step-up', again)).json()).toMatchObject({ code: 'challenge.invalid' })
    const late = await browser.signChallengeFor('step-up', createEthereumTestKey(4))
    await browser.signIn(createEthereumTestKey(4))
    expect((await browser.send('POST', '/api/step-up', late)).json()).toMatchObject({ code: 'challenge.invalid' })
  })

  test('P2: refuses cross-site requests and requests without a session', async () => {
    const app = await createTestServer()
    const browser = app.openBrowser()
    await browser.signIn()
    const signed = await browser.signChallengeFor('step-up', alice)
    const foreign = await browser.send('POST', '/api/step-up', signed, {
      origin: 'https://evil.example',
      'sec-fetch-site': 'cross-site',
    })
    expect(foreign.json()).toMatchObject({ code: 'request.cross_origin' })
    await browser.send('POST', '/api/sign-out')
    expect((await browser.send('POST', '/api/step-up', signed)).json()).toMatchObject({ code: 'session.required' })
    expect((await browser.send('POST', '/api/challenges', { purpose: 'step-up' })).json()).toMatchObject({
      code: 'session.required',
    })
  })
})
