// Group access while a chain is being read, or cannot be read.
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import { listSequencedAuditEntryTexts } from '../../../testing/inspect-test-database.ts'
import { openSteppedUpBrowser } from '../../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../../testing/database-fixtures.ts'
import {
  addTestClientApplication,
  createAuthorizationUrl,
  getInteractionIdFromRedirect,
  obtainTokens,
  signInToOidcInteraction,
} from '../../../testing/oidc-application-test-steps.ts'
import type { TokenResponse } from '../../../testing/oidc-application-test-steps.ts'
import {
  obtainTokenFamilyBySignIn,
  sendRefreshTokenRequest,
  summarizeOAuthResponse,
  requestUserinfo,
} from '../../../testing/oauth-token-test-steps.ts'
import {
  createGroupAccessTestServer,
  scopesIncludingGroups,
  minuteMs,
  readOidcInteractionForTests,
  aliceAddress,
} from '../../../testing/group-gated-application-fixtures.ts'

describe('group access during chain reads', () => {
  testOnBothDatabases('members keep access for an hour while the chain is unavailable, then lose it', async (kind) => {
    const app = await createGroupAccessTestServer(kind)
    const application = await addTestClientApplication(app, {
      scopes: [...scopesIncludingGroups],
      allowedGroups: ['holders'],
    })
    let tokens = await obtainTokenFamilyBySignIn(app, app.openBrowser(), application, {
      scope: 'openid groups offline_access',
    })
    app.chain.readError = 'away'
    for (const minutes of [10, 49]) {
      app.pass(minutes * minuteMs)
      const answer = await sendRefreshTokenRequest(app, application, tokens.refresh_token)
      expect(summarizeOAuthResponse(answer)).toBe('200')
      tokens = answer.json<TokenResponse>()
      expect((await requestUserinfo(app, tokens.access_token)).json()).toMatchObject({
        groups: ['builders', 'holders'],
      })
    }
    app.pass(minuteMs)
    expect(summarizeOAuthResponse(await sendRefreshTokenRequest(app, application, tokens.refresh_token))).toBe(
      '400 invalid_grant',
    )
    expect(
      (await listSequencedAuditEntryTexts(app.database.queries)).filter((line) =>
        line.startsWith('group.member_removed'),
      ),
    ).toEqual(['group.member_removed success {"group":"holders","reason":"unreachable"}'])
  })

  test('a person whose groups were never read has no access while the chain is unavailable', async () => {
    const app = await createGroupAccessTestServer()
    const application = await addTestClientApplication(app, { allowedGroups: ['holders'] })
    app.chain.readError = 'away'
    const browser = app.openBrowser()
    const answer = await signInToOidcInteraction(
      browser,
      getInteractionIdFromRedirect(await browser.send('GET', createAuthorizationUrl(application))),
    )
    expect(await readOidcInteractionForTests(browser, getInteractionIdFromRedirect(answer))).toMatchObject({
      missingGroups: ['Group holders'],
    })
    const asked = app.chain.readings.length
    await readOidcInteractionForTests(browser, getInteractionIdFromRedirect(answer))
    expect(app.chain.readings).toHaveLength(asked)
    app.chain.readError = null
    app.pass(minuteMs)
    expect(await readOidcInteractionForTests(browser, getInteractionIdFromRedirect(answer))).toMatchObject({
      missingGroups: null,
    })
  })

  testOnBothDatabases('no transaction is open during a chain read, so others can write', async (kind) => {
    const app = await createGroupAccessTestServer(kind)
    const application = await addTestClientApplication(app, {
      scopes: [...scopesIncludingGroups],
      allowedGroups: ['holders'],
    })
    const browser = app.openBrowser()
    const written: number[] = []
    app.chain.beforeReading = async () =>
      void written.push((await app.openBrowser().signIn(ethereumTestKeys.carol)).statusCode)
    const tokens = await obtainTokenFamilyBySignIn(app, browser, application, { scope: 'openid groups offline_access' })
    app.pass(5 * minuteMs)
    const next = (await sendRefreshTokenRequest(app, application, tokens.refresh_token)).json<TokenResponse>()
    app.pass(5 * minuteMs - 1)
    await requestUserinfo(app, next.access_token)
    app.pass(1)
    await app.recheckGroupMemberships()
    expect(written).toEqual([200, 200, 200])
  })

  testOnBothDatabases('a chain read is discarded if a wallet is unlinked during it', async (kind) => {
    const app = await createGroupAccessTestServer(kind)
    const application = await addTestClientApplication(app, { scopes: [...scopesIncludingGroups] })
    const browser = await openSteppedUpBrowser(app, ethereumTestKeys.carol)
    await browser.send('POST', '/api/wallets', await browser.signChallengeFor('link', ethereumTestKeys.alice))
    app.clock.now += 1000
    const wallets = (await browser.send('GET', '/api/wallets')).json<{ items: { id: string; address: string }[] }>()
      .items
    const id = wallets.find(({ address }) => address.toLowerCase() === aliceAddress)?.id ?? ''
    let left = 0
    app.chain.beforeReading = async () => {
      if (app.chain.readings.length === 1) left = (await browser.send('DELETE', `/api/wallets/${id}`)).statusCode
    }
    const tokens = await obtainTokens(app, browser, application, { scope: 'openid groups' })
    expect(left).toBe(200)
    expect((await requestUserinfo(app, tokens.access_token)).json()).toMatchObject({ groups: [] })
    expect(
      (await listSequencedAuditEntryTexts(app.database.queries)).filter((line) =>
        line.startsWith('group.member_added'),
      ),
    ).toEqual([])
  })
})
