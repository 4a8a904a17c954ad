// Groups and applications: disclosure, access, and what happens when a person leaves a group.
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import { changeGroupDefinition } from '../../../groups/membership/manage-groups.ts'
import { validateGroupDefinition } from '../../../groups/membership/validate-group-definition.ts'
import { systemRandomBytes } from '../../../platform/clock.ts'
import { listSequencedAuditEntryTexts } from '../../../testing/inspect-test-database.ts'
import { openSteppedUpBrowser } from '../../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../../testing/database-fixtures.ts'
import {
  addTestClientApplication,
  runOidcAuthorizationUntilCallback,
  createAuthorizationUrl,
  exchangeCodeAsApplication,
  getRedirectLocation,
  getInteractionIdFromRedirect,
  obtainTokens,
  decodeTokenPayload,
  signInToOidcInteraction,
} from '../../../testing/oidc-application-test-steps.ts'
import type { TokenResponse } from '../../../testing/oidc-application-test-steps.ts'
import {
  getAuthorizationCodeFromRedirect,
  obtainTokenFamilyBySignIn,
  sendRefreshTokenRequest,
  readOAuthTokenActiveStates,
  summarizeOAuthResponse,
  requestUserinfo,
} from '../../../testing/oauth-token-test-steps.ts'
import {
  createGroupAccessTestServer,
  scopesIncludingGroups,
  readOidcInteractionForTests,
  minuteMs,
  aliceAddress,
} from '../../../testing/group-gated-application-fixtures.ts'

describe('group access', () => {
  test('an application that requests groups gets the group IDs of the person', async () => {
    const app = await createGroupAccessTestServer()
    const browser = app.openBrowser()
    const application = await addTestClientApplication(app, { scopes: [...scopesIncludingGroups] })
    const authorizationResponse = await browser.send(
      'GET',
      createAuthorizationUrl(application, { scope: 'openid groups' }),
    )
    const consent = await signInToOidcInteraction(browser, getInteractionIdFromRedirect(authorizationResponse))
    expect(await readOidcInteractionForTests(browser, getInteractionIdFromRedirect(consent))).toMatchObject({
      prompt: 'consent',
      missingGroups: null,
      groups: ['Group builders (builders)', 'Group holders (holders)'],
    })
    const tokens = await obtainTokens(app, browser, application, { scope: 'openid groups' })
    expect((await requestUserinfo(app, tokens.access_token)).json()).toMatchObject({ groups: ['builders', 'holders'] })
    expect(decodeTokenPayload(tokens.id_token)).not.toHaveProperty('groups')
    // The memberships are fresh, so the chain is read once.
    expect(app.chain.readings).toEqual([1])

    const other = await addTestClientApplication(app, {
      id: 'in-token',
      scopes: [...scopesIncludingGroups],
      claimsIn: 'id-token',
    })
    expect(
      decodeTokenPayload((await obtainTokens(app, browser, other, { scope: 'openid groups' })).id_token),
    ).toMatchObject({
      groups: ['builders', 'holders'],
    })
  })

  test('O11: no groups are disclosed if not requested, not permitted, or withheld', async () => {
    const app = await createGroupAccessTestServer()
    const browser = app.openBrowser()
    const application = await addTestClientApplication(app, { scopes: [...scopesIncludingGroups] })
    const plain = await addTestClientApplication(app, { id: 'plain', scopes: ['openid', 'profile'] })
    const withheld = await addTestClientApplication(app, { id: 'withheld', scopes: [...scopesIncludingGroups] })
    for (const [asking, parameters, left] of [
      [application, { scope: 'openid' }, []],
      [plain, { scope: 'openid groups' }, []],
      [withheld, { scope: 'openid groups' }, ['groups']],
    ] as const) {
      const code = getAuthorizationCodeFromRedirect(
        await runOidcAuthorizationUntilCallback(browser, asking, parameters, { withheld: [...left] }),
      )
      const { access_token } = (await exchangeCodeAsApplication(app, asking, code)).json<TokenResponse>()
      expect((await requestUserinfo(app, access_token)).json()).not.toHaveProperty('groups')
    }
  })

  test('a non-member is refused, sees the missing groups, and can sign in as another person', async () => {
    const app = await createGroupAccessTestServer()
    const application = await addTestClientApplication(app, { allowedGroups: ['holders', 'whales'] })
    const browser = app.openBrowser()
    const authorizationResponse = await browser.send('GET', createAuthorizationUrl(application))
    const first = await signInToOidcInteraction(
      browser,
      getInteractionIdFromRedirect(authorizationResponse),
      ethereumTestKeys.bob,
    )
    expect(getRedirectLocation(first)).toMatch(/^\/sign-in\?/)
    expect(await readOidcInteractionForTests(browser, getInteractionIdFromRedirect(first))).toMatchObject({
      prompt: 'sign-in',
      missingGroups: ['Group holders', 'Group whales'],
    })
    const silent = await browser.send('GET', createAuthorizationUrl(application, { prompt: 'none' }))
    expect(new URL(getRedirectLocation(silent)).searchParams.get('error')).toBe('access_denied')
    const second = await signInToOidcInteraction(browser, getInteractionIdFromRedirect(first), ethereumTestKeys.alice)
    expect(getRedirectLocation(second)).toMatch(/^\/consent\?/)
    expect(await readOidcInteractionForTests(browser, getInteractionIdFromRedirect(second))).toMatchObject({
      missingGroups: null,
      groups: [],
    })

    const denied = app.openBrowser()
    const again = await signInToOidcInteraction(
      denied,
      getInteractionIdFromRedirect(await denied.send('GET', createAuthorizationUrl(application))),
      ethereumTestKeys.bob,
    )
    const { next } = (await denied.send('POST', `/api/interactions/${getInteractionIdFromRedirect(again)}/deny`)).json<{
      next: string
    }>()
    const callbackParameters = new URL(getRedirectLocation(await denied.send('GET', next))).searchParams
    expect([callbackParameters.get('error'), callbackParameters.get('error_description')]).toEqual([
      'access_denied',
      'The person is in none of the groups that may use this application.',
    ])
    expect(await app.database.queries.selectFrom('authorizations').select('application_id').execute()).toEqual([])
  })

  test('O2: after losing the group, refresh fails, tokens are revoked, and logout is sent', async () => {
    const app = await createGroupAccessTestServer()
    const application = await addTestClientApplication(app, {
      scopes: [...scopesIncludingGroups],
      allowedGroups: ['holders'],
      backchannelLogoutUri: 'https://app.example/logout',
    })
    const tokens = await obtainTokenFamilyBySignIn(app, app.openBrowser(), application)
    app.balances.clear()
    app.pass(5 * minuteMs)
    expect(summarizeOAuthResponse(await sendRefreshTokenRequest(app, application, tokens.refresh_token))).toBe(
      '400 invalid_grant',
    )
    expect(await readOAuthTokenActiveStates(app, application, tokens)).toEqual([false, false])
    const events = await listSequencedAuditEntryTexts(app.database.queries)
    expect(events.filter((line) => line.startsWith('group.'))).toEqual([
      'group.added success {"group":"holders"}',
      'group.added success {"group":"builders"}',
      'group.added success {"group":"whales"}',
      'group.member_added success {"group":"builders"}',
      'group.member_added success {"group":"holders"}',
      'group.member_removed success {"group":"holders","reason":"read"}',
    ])
    expect(
      await app.database.queries.selectFrom('logout_deliveries').select(['application_id', 'uri']).execute(),
    ).toEqual([{ application_id: application.id, uri: 'https://app.example/logout' }])
    app.balances.set(aliceAddress, 11n)
    app.pass(5 * minuteMs)
    expect(
      await readOAuthTokenActiveStates(
        app,
        application,
        await obtainTokenFamilyBySignIn(app, app.openBrowser(), application),
      ),
    ).toEqual([true, true])
  })

  test('O2: a code is refused if the person has since been removed from the group', async () => {
    const app = await createGroupAccessTestServer()
    const application = await addTestClientApplication(app, { allowedGroups: ['builders'] })
    const code = getAuthorizationCodeFromRedirect(
      await runOidcAuthorizationUntilCallback(app.openBrowser(), application),
    )
    const checked = validateGroupDefinition({
      id: 'builders',
      name: 'Group builders',
      rule: { type: 'wallets', wallets: [ethereumTestKeys.bob.address] },
    })
    if (checked.outcome !== 'valid') throw new Error('faulty')
    await changeGroupDefinition(
      { queries: app.database.queries, random: systemRandomBytes },
      checked.definition,
      app.clock.now,
    )
    expect(summarizeOAuthResponse(await exchangeCodeAsApplication(app, application, code))).toBe('400 invalid_grant')
  })

  test('O2: a newly required group also applies to tokens issued before', async () => {
    const app = await createGroupAccessTestServer()
    const application = await addTestClientApplication(app)
    const tokens = await obtainTokenFamilyBySignIn(app, app.openBrowser(), application)
    const { queries } = app.database
    const { definition } = await queries
      .selectFrom('applications')
      .select('definition')
      .where('id', '=', application.id)
      .executeTakeFirstOrThrow()
    await queries
      .updateTable('applications')
      .set({ definition: JSON.stringify({ ...(JSON.parse(definition) as object), allowedGroups: ['whales'] }) })
      .execute()
    expect((await requestUserinfo(app, tokens.access_token)).statusCode).toBe(401)
    expect(summarizeOAuthResponse(await sendRefreshTokenRequest(app, application, tokens.refresh_token))).toBe(
      '400 invalid_grant',
    )
  })

  testOnBothDatabases('linking a wallet adds its groups immediately, and unlinking removes them', async (kind) => {
    const app = await createGroupAccessTestServer(kind)
    const application = await addTestClientApplication(app, { scopes: [...scopesIncludingGroups] })
    const browser = await openSteppedUpBrowser(app, ethereumTestKeys.carol)
    const tokens = await obtainTokens(app, browser, application, { scope: 'openid groups' })
    const groups = async () => (await requestUserinfo(app, tokens.access_token)).json<{ groups: string[] }>().groups
    expect(await groups()).toEqual([])
    const linked = await browser.send(
      'POST',
      '/api/wallets',
      await browser.signChallengeFor('link', ethereumTestKeys.alice),
    )
    expect(linked.statusCode).toBe(200)
    expect(await groups()).toEqual(['builders', 'holders'])
    app.chain.readError = 'away'
    app.clock.now += 1000
    const wallets = (await browser.send('GET', '/api/wallets')).json<{ items: { id: string; address: string }[] }>()
      .items
    const id = wallets.find(({ address }) => address.toLowerCase() === aliceAddress)?.id ?? ''
    expect((await browser.send('DELETE', `/api/wallets/${id}`)).statusCode).toBe(200)
    expect(await groups()).toEqual([])
  })

  testOnBothDatabases('O2: the background check signs a former member out of that application only', async (kind) => {
    const app = await createGroupAccessTestServer(kind)
    const demanding = await addTestClientApplication(app, {
      scopes: [...scopesIncludingGroups],
      allowedGroups: ['holders', 'whales'],
      backchannelLogoutUri: 'https://app.example/logout',
    })
    const lenient = await addTestClientApplication(app, {
      id: 'lenient',
      scopes: [...scopesIncludingGroups],
      allowedGroups: ['holders', 'builders'],
    })
    const browser = app.openBrowser()
    const [one, two] = [
      await obtainTokenFamilyBySignIn(app, browser, demanding),
      await obtainTokenFamilyBySignIn(app, browser, lenient),
    ]
    await app.recheckGroupMemberships()
    expect(app.chain.readings).toEqual([1])
    app.balances.clear()
    app.pass(5 * minuteMs)
    await app.recheckGroupMemberships()
    expect(app.chain.readings).toEqual([1, 1])
    expect(summarizeOAuthResponse(await sendRefreshTokenRequest(app, lenient, two.refresh_token))).toBe('200')
    expect(summarizeOAuthResponse(await sendRefreshTokenRequest(app, demanding, one.refresh_token))).toBe(
      '400 invalid_grant',
    )
    expect(await app.database.queries.selectFrom('logout_deliveries').select('application_id').execute()).toEqual([
      { application_id: demanding.id },
    ])
    expect((await browser.send('GET', '/api/session')).json()).toMatchObject({
      session: expect.any(Object) as object,
    })
  })

  test('the background check skips people without a session', async () => {
    const app = await createGroupAccessTestServer()
    const application = await addTestClientApplication(app, { scopes: [...scopesIncludingGroups] })
    const browser = app.openBrowser()
    await obtainTokens(app, browser, application, { scope: 'openid groups' })
    await browser.send('POST', '/api/sign-out')
    app.pass(5 * minuteMs)
    await app.recheckGroupMemberships()
    expect(app.chain.readings).toEqual([1])
    await obtainTokens(app, browser, application, { scope: 'openid groups' })
    expect(app.chain.readings).toEqual([1, 1])
    app.pass(5 * minuteMs)
    await app.recheckGroupMemberships()
    expect(app.chain.readings).toEqual([1, 1, 1])
  })
})
