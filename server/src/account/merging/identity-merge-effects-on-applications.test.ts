// Tests the effects of a merge and its undo on applications.
import { describe, expect, test } from 'vitest'
import { databaseKinds } from '../../testing/database-fixtures.ts'
import type { TestServer, TestBrowser } from '../../testing/countersign-test-server.ts'
import { openSteppedUpBrowser, ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import {
  requestIdentityMergeAcceptanceForTests,
  parseResponseOrErrorCode,
  listIdentityMergesForTests,
  mergeIdentitiesForTests,
  createIdentityMergeOfferForTests,
  readBrowserPersonIdOrNone,
  requestIdentityMergeUndoForTests,
} from '../../testing/identity-merge-test-steps.ts'
import {
  addTestClientApplication,
  runOidcAuthorizationUntilCallback,
  createAuthorizationUrl,
  createOidcTestServer,
  exchangeCodeAsApplication,
  getRedirectLocation,
  decodeTokenPayload,
} from '../../testing/oidc-application-test-steps.ts'
import type { TestClientApplication, TokenResponse } from '../../testing/oidc-application-test-steps.ts'
import {
  getAuthorizationCodeFromRedirect,
  obtainTokenFamilyBySignIn,
  sendRefreshTokenRequest,
  readOAuthTokenActiveStates,
  summarizeOAuthResponse,
  offlineAccessAuthorizationParameters,
} from '../../testing/oauth-token-test-steps.ts'
import { relaxedChallengeRateLimits } from '../../testing/passkey-test-steps.ts'

const { alice, bob } = ethereumTestKeys

const names = ['both', 'kept', 'moved', 'open', 'shared-by-alice', 'shared-by-bob', 'unfinished'] as const
type Applications = Record<(typeof names)[number], TestClientApplication>

async function addApplications(app: TestServer): Promise<Applications> {
  const entries = []
  for (const id of names) {
    // Applications on the same host share a sector.
    const host = id.startsWith('shared') ? 'shared.example' : `${id}.example`
    entries.push([
      id,
      await addTestClientApplication(app, {
        id,
        name: id,
        redirectUris: [`https://${host}/${id}`],
        grantTypes: ['authorization_code', 'refresh_token'],
        subjectType: id === 'open' ? 'public' : 'pairwise',
        backchannelLogoutUri: `https://${host}/${id}/logout`,
      }),
    ])
  }
  return Object.fromEntries(entries) as Applications
}

const subOf = ({ id_token }: TokenResponse): unknown => decodeTokenPayload(id_token)['sub']

/** Returns the subject after a silent sign-in, or the path of the page shown instead. */
async function silently(app: TestServer, browser: TestBrowser, application: TestClientApplication): Promise<unknown> {
  const to = getRedirectLocation(await browser.send('GET', createAuthorizationUrl(application)))
  if (!to.startsWith(application.redirectUri)) return to.replace(/\?.*/, '')
  return subOf(
    (
      await exchangeCodeAsApplication(app, application, getAuthorizationCodeFromRedirect(new URL(to)))
    ).json<TokenResponse>(),
  )
}

async function createWorld(kind: (typeof databaseKinds)[number]) {
  const app = await createOidcTestServer({ database: kind, environment: relaxedChallengeRateLimits })
  const applications = await addApplications(app)
  const other = await openSteppedUpBrowser(app, bob)
  const browser = await openSteppedUpBrowser(app, alice)
  await browser.trustForOwnerOf(bob)
  app.pass(0)
  const ofAlice: Record<string, TokenResponse> = {}
  const ofBob: Record<string, TokenResponse> = {}
  for (const id of ['both', 'kept', 'shared-by-alice'] as const)
    ofAlice[id] = await obtainTokenFamilyBySignIn(app, browser, applications[id])
  for (const id of ['both', 'moved', 'open', 'shared-by-bob'] as const)
    ofBob[id] = await obtainTokenFamilyBySignIn(app, other, applications[id])
  const subjects = (of: Record<string, TokenResponse>) =>
    Object.fromEntries(Object.entries(of).map(([id, tokens]) => [id, subOf(tokens)]))
  return { app, applications, browser, other, ofAlice, ofBob, alices: subjects(ofAlice), bobs: subjects(ofBob) }
}

describe.each(databaseKinds)('applications of merged identities on %s', (kind) => {
  test('the offer predicts the effect on each application, and the merge has that effect', async () => {
    const { app, applications, browser, ofAlice, ofBob, alices, bobs } = await createWorld(kind)
    const foreseen = [
      { name: 'both', outcome: 'known-twice' },
      { name: 'kept', outcome: 'stays' },
      { name: 'moved', outcome: 'moves' },
      { name: 'open', outcome: 'starts-anew' },
      { name: 'shared-by-alice', outcome: 'stays' },
      { name: 'shared-by-bob', outcome: 'starts-anew' },
    ]
    const offered = await createIdentityMergeOfferForTests(browser, bob)
    expect(offered.applications).toEqual(foreseen)
    expect((await requestIdentityMergeAcceptanceForTests(browser, offered)).json()).toMatchObject({
      applications: foreseen,
    })
    expect(await listIdentityMergesForTests(browser)).toMatchObject([{ applications: foreseen }])

    // The application keeps its subject and needs no new consent.
    expect(await silently(app, browser, applications.moved)).toBe(bobs['moved'])
    // An application that knew the remaining person, or both, gets the remaining person's subject.
    expect(await silently(app, browser, applications.kept)).toBe(alices['kept'])
    expect(await silently(app, browser, applications.both)).toBe(alices['both'])
    expect(await silently(app, browser, applications['shared-by-alice'])).toBe(alices['shared-by-alice'])
    // The application gets the remaining person's subject after consent.
    for (const id of ['open', 'shared-by-bob'] as const) {
      expect(await silently(app, browser, applications[id])).toBe('/consent')
      const tokens = (
        await exchangeCodeAsApplication(
          app,
          applications[id],
          getAuthorizationCodeFromRedirect(await runOidcAuthorizationUntilCallback(browser, applications[id])),
        )
      ).json<TokenResponse>()
      expect(subOf(tokens)).not.toBe(bobs[id])
    }
    expect(await readBrowserPersonIdOrNone(browser)).toBe(
      subOf(
        (
          await exchangeCodeAsApplication(
            app,
            applications.open,
            getAuthorizationCodeFromRedirect(await runOidcAuthorizationUntilCallback(browser, applications.open)),
          )
        ).json<TokenResponse>(),
      ),
    )
    // The remaining person's tokens keep working; the other person's do not.
    for (const [id, tokens] of Object.entries(ofAlice))
      expect([id, await readOAuthTokenActiveStates(app, applications[id as 'both'], tokens)]).toEqual([
        id,
        [true, true],
      ])
    for (const [id, tokens] of Object.entries(ofBob))
      expect([id, await readOAuthTokenActiveStates(app, applications[id as 'both'], tokens)]).toEqual([
        id,
        [false, false],
      ])
    const loggedOut = await app.database.queries.selectFrom('logout_deliveries').select('subject').execute()
    expect(new Set(loggedOut.map(({ subject }) => subject))).toEqual(new Set(Object.values(bobs)))
  })

  test('P4: the merge ends codes, refresh tokens and pending sign-ins of the merged identity', async () => {
    const { app, applications, browser, other, ofBob } = await createWorld(kind)
    const code = getAuthorizationCodeFromRedirect(
      await runOidcAuthorizationUntilCallback(other, applications.moved, offlineAccessAuthorizationParameters),
    )
    await mergeIdentitiesForTests(browser, bob)
    expect(summarizeOAuthResponse(await exchangeCodeAsApplication(app, applications.moved, code))).toBe(
      '400 invalid_grant',
    )
    expect(
      summarizeOAuthResponse(await sendRefreshTokenRequest(app, applications.moved, ofBob['moved']?.refresh_token)),
    ).toBe('400 invalid_grant')
    expect(getRedirectLocation(await other.send('GET', createAuthorizationUrl(applications.moved)))).toMatch(
      /^\/sign-in/,
    )
  })

  test('lists the grants of both identities together until the merge is undone', async () => {
    const { browser, other } = await createWorld(kind)
    const list = async (of: TestBrowser) =>
      (await of.send('GET', '/api/grants'))
        .json<{ items: { application: { id: string } }[] }>()
        .items.map(({ application }) => application.id)
        .sort()
    const [before, others] = [await list(browser), await list(other)]
    const merged = await mergeIdentitiesForTests(browser, bob)
    expect(await list(browser)).toEqual([...before, ...others].sort())
    await requestIdentityMergeUndoForTests(browser, merged)
    expect(await list(browser)).toEqual(before)
    await other.signIn(bob)
    expect(await list(other)).toEqual(others)
  })

  test('P4: the undo revokes tokens issued with the other subject and keeps all other tokens', async () => {
    const { app, applications, browser, other, ofAlice, alices, bobs } = await createWorld(kind)
    const merged = await mergeIdentitiesForTests(browser, bob)
    const borrowed = await obtainTokenFamilyBySignIn(app, browser, applications.moved)
    const code = getAuthorizationCodeFromRedirect(
      await runOidcAuthorizationUntilCallback(browser, applications.moved, offlineAccessAuthorizationParameters),
    )
    const anew = await obtainTokenFamilyBySignIn(app, browser, applications.open)
    expect(subOf(borrowed)).toBe(bobs['moved'])

    expect(parseResponseOrErrorCode(await requestIdentityMergeUndoForTests(browser, merged))).toEqual({
      signedOut: false,
    })

    expect(await readOAuthTokenActiveStates(app, applications.moved, borrowed)).toEqual([false, false])
    expect(summarizeOAuthResponse(await exchangeCodeAsApplication(app, applications.moved, code))).toBe(
      '400 invalid_grant',
    )
    expect(summarizeOAuthResponse(await sendRefreshTokenRequest(app, applications.moved, borrowed.refresh_token))).toBe(
      '400 invalid_grant',
    )
    for (const [id, tokens] of [...Object.entries(ofAlice), ['open', anew] as const])
      expect([id, await readOAuthTokenActiveStates(app, applications[id as 'both'], tokens)]).toEqual([
        id,
        [true, true],
      ])
    // The application needs consent again and gets a new subject.
    expect(await silently(app, browser, applications.moved)).toBe('/consent')
    const again = await obtainTokenFamilyBySignIn(app, browser, applications.moved)
    expect(Object.values({ ...alices, ...bobs })).not.toContain(subOf(again))
    // The other person gets all their subjects back.
    await other.signIn(bob)
    for (const [id, subject] of Object.entries(bobs))
      expect([id, await silently(app, other, applications[id as 'both'])]).toEqual([id, subject])
  })

  test('asks for consent again if the merged identity consented but never finished the sign-in', async () => {
    const { app, applications, browser, other } = await createWorld(kind)
    const asked = await other.send('GET', createAuthorizationUrl(applications.unfinished))
    const interaction =
      new URL(getRedirectLocation(asked), 'https://sign-in.example').searchParams.get('interaction') ?? ''
    expect((await other.send('POST', `/api/interactions/${interaction}/consent`, { withheld: [] })).statusCode).toBe(
      200,
    )
    const offered = await createIdentityMergeOfferForTests(browser, bob)
    expect(offered.applications.map(({ name }) => name)).not.toContain('unfinished')
    await requestIdentityMergeAcceptanceForTests(browser, offered)
    expect(await silently(app, browser, applications.unfinished)).toBe('/consent')
  })

  test('omits an application removed after the merge, which does not prevent the undo', async () => {
    const { app, browser, other, bobs, applications } = await createWorld(kind)
    const merged = await mergeIdentitiesForTests(browser, bob)
    await app.database.queries.deleteFrom('applications').where('id', '=', 'moved').execute()
    expect((await listIdentityMergesForTests(browser))[0]?.applications.map(({ name }) => name)).toEqual([
      'both',
      'kept',
      'open',
      'shared-by-alice',
      'shared-by-bob',
    ])
    expect(parseResponseOrErrorCode(await requestIdentityMergeUndoForTests(browser, merged))).toEqual({
      signedOut: false,
    })
    await other.signIn(bob)
    expect(await silently(app, other, applications.both)).toBe(bobs['both'])
  })
})
