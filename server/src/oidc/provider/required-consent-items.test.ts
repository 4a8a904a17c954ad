// What an application requires (decision 0069), and consent that is offered again.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { describe, expect, test } from 'vitest'
import {
  addTestClientApplication,
  submitOidcConsent,
  runOidcAuthorizationUntilCallback,
  createAuthorizationUrl,
  createOidcTestServer,
  exchangeCodeAsApplication,
  getRedirectLocation,
  getInteractionIdFromRedirect,
} from '../../testing/oidc-application-test-steps.ts'
import type { DatabaseKind } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import type { TestClientApplication, TokenResponse } from '../../testing/oidc-application-test-steps.ts'
import type { TestServer, TestBrowser } from '../../testing/countersign-test-server.ts'
import type { ApplicationDefinition, RequiredClaim } from '../../store/applications/application-definition-types.ts'
import { requestUserinfo } from '../../testing/oauth-token-test-steps.ts'

const minute = 60_000
const scope = 'openid profile wallet groups'
const scopes: ApplicationDefinition['scopes'] = ['openid', 'profile', 'wallet', 'groups', 'proof']

async function redefine({ database }: TestServer, change: Partial<ApplicationDefinition>): Promise<void> {
  const { definition } = await database.queries
    .selectFrom('applications')
    .select('definition')
    .executeTakeFirstOrThrow()
  const changed = JSON.stringify({ ...(JSON.parse(definition) as object), ...change })
  await database.queries.updateTable('applications').set({ definition: changed }).execute()
}

const open = (browser: TestBrowser, application: TestClientApplication, parameters = {}) =>
  browser.send('GET', createAuthorizationUrl(application, { scope, ...parameters }))

const read = async (browser: TestBrowser, id: string) =>
  (await browser.send('GET', `/api/interactions/${id}`)).json<ApiEndpointOutput<'readInteraction'>>()

const itemOf = ({ items }: ApiEndpointOutput<'readInteraction'>, part: string) =>
  items.find((item) => item.scope === part)

async function claimsAfter(app: TestServer, application: TestClientApplication, back: string) {
  const code = new URL(back).searchParams.get('code') ?? ''
  const { access_token } = (await exchangeCodeAsApplication(app, application, code)).json<TokenResponse>()
  return (await requestUserinfo(app, access_token)).json<Record<string, unknown>>()
}

const errorOf = (location: string): string | null =>
  new URL(location, 'https://sign-in.example').searchParams.get('error')

describe('required claims', () => {
  const prepare = async (
    requires: RequiredClaim[],
    more: Partial<ApplicationDefinition> = {},
    database: DatabaseKind = 'sqlite',
  ) => {
    const app = await createOidcTestServer({ database })
    const application = await addTestClientApplication(app, { scopes, requires, ...more })
    const browser = app.openBrowser()
    await browser.signIn()
    return { app, application, browser }
  }

  test('a required name cannot be withheld, and a person without one must enter it first', async () => {
    const reason = 'Your name is shown next to what you write.'
    const { app, application, browser } = await prepare([{ claim: 'name', reason }])
    const id = getInteractionIdFromRedirect(await open(browser, application))
    expect(itemOf(await read(browser, id), 'profile')).toMatchObject({ required: true, reason, missing: true })
    expect(itemOf(await read(browser, id), 'wallet')).toMatchObject({ required: false })
    const answer = (withheld: string[]) => browser.send('POST', `/api/interactions/${id}/consent`, { withheld })
    expect((await answer(['profile'])).json()).toMatchObject({ code: 'interaction.invalid' })
    expect((await answer([])).json()).toMatchObject({ code: 'consent.claim_missing' })
    await browser.send('PATCH', '/api/person', { displayName: 'Alice' })
    expect(itemOf(await read(browser, id), 'profile')).toMatchObject({ required: true, missing: false })
    const back = getRedirectLocation(await submitOidcConsent(browser, id, ['wallet', 'groups', 'user_name']))
    expect(await claimsAfter(app, application, back)).toEqual({ sub: expect.any(String), name: 'Alice' })
  })

  test('the person can decline the whole request', async () => {
    const { application, browser } = await prepare([{ claim: 'name' }])
    const id = getInteractionIdFromRedirect(await open(browser, application))
    const { next } = (await browser.send('POST', `/api/interactions/${id}/deny`)).json<ApiEndpointOutput<'deny'>>()
    expect(errorOf(getRedirectLocation(await browser.send('GET', next)))).toBe('access_denied')
  })

  testOnBothDatabases('a required username and email must be entered as well; groups may be empty', async (kind) => {
    const { app, application, browser } = await prepare(
      [{ claim: 'preferred_username' }, { claim: 'email' }, { claim: 'groups' }],
      { email: 'verified' },
      kind,
    )
    const id = getInteractionIdFromRedirect(await open(browser, application, { scope: `${scope} email` }))
    const shown = await read(browser, id)
    expect(['user_name', 'email', 'groups', 'profile'].map((part) => itemOf(shown, part))).toMatchObject([
      { required: true, missing: true },
      { required: true, missing: true },
      { required: true, missing: false },
      { required: false },
    ])
    const answer = () => browser.send('POST', `/api/interactions/${id}/consent`, { withheld: ['profile', 'wallet'] })
    await browser.send('POST', '/api/person/username', { name: 'alice' })
    expect((await answer()).json()).toMatchObject({ code: 'consent.claim_missing' })
    const { id: person_id } = await app.database.queries.selectFrom('people').select('id').executeTakeFirstOrThrow()
    await app.database.queries
      .insertInto('email_addresses')
      .values({ person_id, address: 'alice@mail.example', verified_at: app.clock.now })
      .execute()
    const { next } = (await answer()).json<ApiEndpointOutput<'consent'>>()
    const back = getRedirectLocation(await browser.send('GET', next))
    expect(await claimsAfter(app, application, back)).toMatchObject({
      preferred_username: 'alice',
      email: 'alice@mail.example',
      groups: [],
    })
  })

  test('O6: a grant that lacks a required claim leads to another prompt, or to consent_required', async () => {
    const { app, application, browser } = await prepare([])
    await browser.send('PATCH', '/api/person', { displayName: 'Alice' })
    await runOidcAuthorizationUntilCallback(
      browser,
      application,
      { scope },
      { withheld: ['profile', 'user_name', 'wallet'] },
    )
    app.pass(6 * minute)
    expect(getRedirectLocation(await open(browser, application))).toMatch(/^https:\/\/app\.example\//)
    await redefine(app, { requires: [{ claim: 'name' }] })
    expect(errorOf(getRedirectLocation(await open(browser, application, { prompt: 'none' })))).toBe('consent_required')
    const id = getInteractionIdFromRedirect(await open(browser, application))
    expect(itemOf(await read(browser, id), 'wallet')).toMatchObject({ withheld: true })
    expect(getRedirectLocation(await submitOidcConsent(browser, id, ['user_name', 'wallet']))).toMatch(
      /^https:\/\/app\.example\//,
    )
    expect(errorOf(getRedirectLocation(await open(browser, application, { prompt: 'none' })))).toBeNull()
    await browser.send('PATCH', '/api/person', { displayName: null })
    expect(errorOf(getRedirectLocation(await open(browser, application, { prompt: 'none' })))).toBe('consent_required')
    expect(getRedirectLocation(await open(browser, application))).toMatch(/^\/consent/)
    expect(
      errorOf(getRedirectLocation(await open(browser, application, { prompt: 'none', scope: 'openid wallet' }))),
    ).toBeNull()
  })

  test('a required proof also requires the wallet, and a person without one cannot continue', async () => {
    const { app, application, browser } = await prepare([{ claim: 'proof' }])
    const id = getInteractionIdFromRedirect(
      await open(browser, application, { scope: 'openid wallet proof', prompt: 'consent' }),
    )
    const shown = await read(browser, id)
    expect([itemOf(shown, 'wallet'), itemOf(shown, 'proof')]).toMatchObject([{ required: true }, { required: true }])
    expect(
      (await browser.send('POST', `/api/interactions/${id}/consent`, { withheld: ['wallet'] })).json(),
    ).toMatchObject({ code: 'interaction.invalid' })
    await app.database.queries.updateTable('wallets').set({ unlinked_at: app.clock.now }).execute()
    await app.database.queries.updateTable('sessions').set({ wallet_id: null }).execute()
    expect(itemOf(await read(browser, id), 'wallet')).toMatchObject({ required: true, missing: true })
    expect((await browser.send('POST', `/api/interactions/${id}/consent`, { withheld: [] })).json()).toMatchObject({
      code: 'consent.claim_missing',
    })
  })

  test('a required wallet is missing if the person has none of an accepted chain family', async () => {
    const { app, application, browser } = await prepare([{ claim: 'wallet' }], { signInMethods: ['key', 'passkey'] })
    const id = getInteractionIdFromRedirect(await open(browser, application))
    await app.database.queries.updateTable('wallets').set({ namespace: 'solana' }).execute()
    await app.database.queries.updateTable('sessions').set({ wallet_id: null }).execute()
    expect(itemOf(await read(browser, id), 'wallet')).toMatchObject({ required: true, missing: true })
    expect((await browser.send('POST', `/api/interactions/${id}/consent`, { withheld: [] })).json()).toMatchObject({
      code: 'consent.claim_missing',
    })
  })

  test('a person whose known wallet can no longer be disclosed must choose another', async () => {
    const { app, application, browser } = await prepare([{ claim: 'wallet' }])
    await runOidcAuthorizationUntilCallback(browser, application, { scope })
    const { queries } = app.database
    const known = await queries.selectFrom('wallets').selectAll().executeTakeFirstOrThrow()
    // An unverified contract, next to a key that can be disclosed.
    const other = { ...known, id: known.id.replace(/.$/, (last) => (last === '0' ? '1' : '0')), is_primary: 0 as const }
    await queries
      .insertInto('wallets')
      .values({ ...other, address: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8' })
      .execute()
    await queries.updateTable('sessions').set({ wallet_id: null }).execute()
    await queries
      .updateTable('wallets')
      .set({ kind: 'contract', chain_reference: '1' })
      .where('id', '=', known.id)
      .execute()
    expect(errorOf(getRedirectLocation(await open(browser, application, { prompt: 'none' })))).toBe('consent_required')
    const id = getInteractionIdFromRedirect(await open(browser, application))
    const answer = (wallet: string) => browser.send('POST', `/api/interactions/${id}/consent`, { withheld: [], wallet })
    expect((await answer(known.id)).json()).toMatchObject({ code: 'consent.claim_missing' })
    const { next } = (await answer(other.id)).json<ApiEndpointOutput<'consent'>>()
    expect(getRedirectLocation(await browser.send('GET', next))).toMatch(/^https:\/\/app\.example\//)
  })

  test('consent fails if the requirements changed after the page was shown', async () => {
    const { app, application, browser } = await prepare([])
    const id = getInteractionIdFromRedirect(await open(browser, application))
    const { consentFingerprint } = await read(browser, id)
    await redefine(app, { requires: [{ claim: 'groups' }] })
    expect(
      (await browser.send('POST', `/api/interactions/${id}/consent`, { withheld: [], consentFingerprint })).json(),
    ).toMatchObject({ code: 'interaction.invalid' })
  })
})

describe('partial consent', () => {
  const prepare = async (database: DatabaseKind = 'sqlite') => {
    const app = await createOidcTestServer({ database })
    const application = await addTestClientApplication(app, { scopes })
    const browser = app.openBrowser()
    await browser.signIn()
    const leaveOut = (withheld: string[]) =>
      runOidcAuthorizationUntilCallback(browser, application, { scope }, { withheld })
    return { app, application, browser, leaveOut }
  }

  testOnBothDatabases(
    'is offered again once if the application sends the person back within five minutes',
    async (kind) => {
      const { app, application, browser, leaveOut } = await prepare(kind)
      await leaveOut(['profile'])
      app.pass(4 * minute)
      expect(errorOf(getRedirectLocation(await open(browser, application, { prompt: 'none' })))).toBeNull()
      const id = getInteractionIdFromRedirect(await open(browser, application))
      expect(await read(browser, id)).toMatchObject({ prompt: 'consent', isReoffered: true })
      expect(getRedirectLocation(await submitOidcConsent(browser, id, ['profile']))).toMatch(
        /^https:\/\/app\.example\//,
      )
      expect(getRedirectLocation(await open(browser, application))).toMatch(/^https:\/\/app\.example\//)
    },
  )

  test('is final after the second answer, even a late one, and after later prompts', async () => {
    const { app, application, browser, leaveOut } = await prepare()
    await leaveOut(['profile'])
    app.pass(4 * minute)
    const id = getInteractionIdFromRedirect(await open(browser, application))
    app.pass(2 * minute)
    expect(getRedirectLocation(await submitOidcConsent(browser, id, ['profile', 'groups']))).toMatch(
      /^https:\/\/app\.example\//,
    )
    expect(getRedirectLocation(await open(browser, application))).toMatch(/^https:\/\/app\.example\//)
    const later = getInteractionIdFromRedirect(await open(browser, application, { prompt: 'consent' }))
    await submitOidcConsent(browser, later, ['profile', 'groups'])
    expect(getRedirectLocation(await open(browser, application))).toMatch(/^https:\/\/app\.example\//)
  })

  test('is not offered again after five minutes, or if nothing withheld is requested', async () => {
    const { app, application, browser, leaveOut } = await prepare()
    await leaveOut(['profile'])
    expect(getRedirectLocation(await open(browser, application, { scope: 'openid wallet' }))).toMatch(
      /^https:\/\/app\.example\//,
    )
    app.pass(5 * minute)
    expect(getRedirectLocation(await open(browser, application))).toMatch(/^https:\/\/app\.example\//)
  })

  test('is final if the second answer is to decline; full consent is never offered again', async () => {
    const { application, browser, leaveOut } = await prepare()
    await leaveOut(['groups'])
    const id = getInteractionIdFromRedirect(await open(browser, application))
    await browser.send('POST', `/api/interactions/${id}/deny`)
    expect(getRedirectLocation(await open(browser, application))).toMatch(/^https:\/\/app\.example\//)
    const other = await prepare()
    await other.leaveOut([])
    expect(getRedirectLocation(await open(other.browser, other.application))).toMatch(/^https:\/\/app\.example\//)
  })
})
