// Tests merges with a phished signature: they are delayed, so that the victim can refuse them.
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import { listIdentityIdsOfPerson } from '../../store/people/find-merged-identities.ts'
import { createTestServer, openSteppedUpBrowser, ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import type { TestServer, TestBrowser } from '../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import {
  requestIdentityMergeAcceptanceForTests,
  parseResponseOrErrorCode,
  requestIdentityMergeConfirmationForTests,
  linkWalletForTests,
  listIdentityMergesForTests,
  listPendingIdentityMergesForTests,
  listWalletsForTests,
  createIdentityMergeOfferForTests,
  readBrowserPersonIdOrNone,
  requestIdentityMergeRefusalForTests,
  requestIdentityMergeUndoForTests,
} from '../../testing/identity-merge-test-steps.ts'
import {
  addTestClientApplication,
  createOidcTestServer,
  decodeTokenPayload,
} from '../../testing/oidc-application-test-steps.ts'
import type { TestClientApplication } from '../../testing/oidc-application-test-steps.ts'
import {
  addTestPasskey,
  relaxedChallengeRateLimits,
  summarizeApiResponse,
  signInWithPasskey,
} from '../../testing/passkey-test-steps.ts'
import { openBrowserWithRole } from '../../testing/admin-role-test-steps.ts'
import {
  createTwoOidcServerInstances,
  obtainTokenFamilyBySignIn,
  requestUserinfo,
} from '../../testing/oauth-token-test-steps.ts'
import { stagePhishedIdentityMerge } from '../../testing/phished-identity-merge-fixtures.ts'
import { isSignedIn } from '../../testing/browser-session-test-steps.ts'
import { listAuditEntries } from '../../testing/inspect-test-database.ts'

const { alice, bob, carol } = ethereumTestKeys
const [dave, erin] = [createEthereumTestKey(4), createEthereumTestKey(5)]
const day = 86_400_000
const sign = async (app: Pick<TestServer, 'http'>, browser: TestBrowser, application: TestClientApplication) =>
  decodeTokenPayload((await obtainTokenFamilyBySignIn(app, browser, application)).id_token)['sub']

describe('P18 P2: merge with a phished signature', () => {
  test('changes no subject, ends no session and notifies no application while pending', async () => {
    const app = await createOidcTestServer({ environment: relaxedChallengeRateLimits })
    const application = await addTestClientApplication(app, { grantTypes: ['authorization_code', 'refresh_token'] })
    const [victim, attacker] = [await openSteppedUpBrowser(app, bob), await openSteppedUpBrowser(app, alice)]
    const tokens = await obtainTokenFamilyBySignIn(app, victim, application)
    const subject = decodeTokenPayload(tokens.id_token)['sub']
    const merge = await createIdentityMergeOfferForTests(attacker, bob)
    expect((await requestIdentityMergeAcceptanceForTests(attacker, merge)).json()).toMatchObject({
      state: 'pending',
      takesEffectAt: new Date(app.clock.now + day).toISOString(),
      undoUntil: new Date(app.clock.now + 8 * day).toISOString(),
      mergedAt: null,
    })
    app.clock.now += 1000
    await app.pruneExpired()
    expect(await isSignedIn(victim)).toBe(true)
    expect((await requestUserinfo(app, tokens.access_token)).json()).toMatchObject({ sub: subject })
    expect(await sign(app, victim, application)).toBe(subject)
    expect(await sign(app, attacker, application)).not.toBe(subject)
    expect((await listWalletsForTests(attacker)).map(({ address }) => address)).toEqual([alice.address])
    expect(await listIdentityIdsOfPerson(app.database.queries, await readBrowserPersonIdOrNone(attacker))).toHaveLength(
      1,
    )
    expect(await listAuditEntries(app, 'identity.')).toEqual(
      Array.from({ length: 2 }, () => 'identity.merge_requested success {}'),
    )
    expect(await listAuditEntries(app, 'session.ended')).not.toContainEqual(expect.stringContaining('merged'))
  })

  testOnBothDatabases('shows the full request in every session of the victim, and to the requester', async (kind) => {
    const app = await createTestServer({ database: kind, environment: relaxedChallengeRateLimits })
    const victim = await openSteppedUpBrowser(app, bob)
    const attacker = app.openBrowser({ address: '203.0.113.9', userAgent: 'Attacker' })
    await attacker.signIn(alice)
    await attacker.stepUp(alice)
    await attacker.send('PATCH', '/api/person', { displayName: 'Support' })
    expect(await listPendingIdentityMergesForTests(victim)).toEqual([])
    const merge = await createIdentityMergeOfferForTests(attacker, bob)
    expect(await listPendingIdentityMergesForTests(victim)).toEqual([])
    const requestedAt = new Date(app.clock.now).toISOString()
    await requestIdentityMergeAcceptanceForTests(attacker, merge)
    const elsewhere = app.openBrowser()
    await elsewhere.signIn(bob)
    const shown = {
      side: 'recipient',
      requestedAt,
      requester: {
        displayName: 'Support',
        address: alice.address,
        networkPrefix: '203.0.113.0/24',
        userAgent: 'Attacker',
      },
      merge: { id: merge.id, state: 'pending', wallets: [{ address: bob.address, label: null }] },
    }
    expect(await listPendingIdentityMergesForTests(victim)).toMatchObject([{ ...shown, mayConfirm: true }])
    expect(await listPendingIdentityMergesForTests(elsewhere)).toMatchObject([{ ...shown, mayConfirm: false }])
    expect(await listPendingIdentityMergesForTests(attacker)).toMatchObject([
      { ...shown, side: 'requester', mayConfirm: false },
    ])
    // Every account page reads this endpoint.
    for (const browser of [victim, elsewhere, attacker])
      expect((await browser.send('GET', '/api/browsers/untrusted')).json()).toMatchObject({ pendingMerges: 1 })
    const stranger = await openSteppedUpBrowser(app, carol)
    expect(await listPendingIdentityMergesForTests(stranger)).toEqual([])
    expect(parseResponseOrErrorCode(await requestIdentityMergeRefusalForTests(stranger, merge))).toBe('merge.invalid')
  })

  test('is shown to administrators in the details of both people', async () => {
    const app = await createTestServer({ environment: relaxedChallengeRateLimits })
    const { victim, attacker, merge } = await stagePhishedIdentityMerge(app)
    const [asked, asking] = [await readBrowserPersonIdOrNone(victim), await readBrowserPersonIdOrNone(attacker)]
    const takesEffectAt = new Date(app.clock.now + day).toISOString()
    const { browser } = await openBrowserWithRole(app, carol, 'administrator')
    const read = async (id: string) =>
      (await browser.send('GET', `/api/admin/people/${id}`)).json<{ pendingMerges: object[] }>().pendingMerges
    expect(await read(asked)).toEqual([{ id: merge.id, side: 'recipient', otherId: asking, takesEffectAt }])
    expect(await read(asking)).toEqual([{ id: merge.id, side: 'requester', otherId: asked, takesEffectAt }])
  })

  test('can be refused from any session of the victim without step-up', async () => {
    const app = await createTestServer({ environment: relaxedChallengeRateLimits })
    const { victim, attacker, merge } = await stagePhishedIdentityMerge(app)
    const elsewhere = app.openBrowser()
    await elsewhere.signIn(bob)
    app.clock.now += 3_600_000
    expect((await elsewhere.send('GET', '/api/session')).json()).toMatchObject({ session: { stepUpValidUntil: null } })
    expect(summarizeApiResponse(await requestIdentityMergeRefusalForTests(elsewhere, merge))).toBe('204')
    expect(summarizeApiResponse(await requestIdentityMergeRefusalForTests(victim, merge))).toBe('404 merge.invalid')
    for (const browser of [victim, attacker]) expect(await listPendingIdentityMergesForTests(browser)).toEqual([])
    await attacker.stepUp(alice)
    expect(parseResponseOrErrorCode(await requestIdentityMergeAcceptanceForTests(attacker, merge))).toBe(
      'merge.invalid',
    )
    app.clock.now += 2 * day
    await app.pruneExpired()
    expect((await app.openBrowser().signIn(bob)).json()).toMatchObject({
      person: { id: await readBrowserPersonIdOrNone(victim) },
    })
    expect(await listAuditEntries(app, 'identity.merge_ended')).toEqual(
      Array.from({ length: 2 }, () => 'identity.merge_ended refused {"reason":"the other identity refused"}'),
    )
    expect(await listAuditEntries(app, 'identity.merged')).toEqual([])
  })

  testOnBothDatabases(
    'takes effect once after a day, on any instance, and can be undone for a week after that',
    async (kind) => {
      const { one, two } = await createTwoOidcServerInstances(kind)
      // SQLite has a single server, so the sweeps run one after another.
      const sweepAll = async (apps: readonly Pick<TestServer, 'pruneExpired'>[]): Promise<void> => {
        if (kind === 'postgres') await Promise.all(apps.map((app) => app.pruneExpired()))
        else for (const app of apps) await app.pruneExpired()
      }
      const application = await addTestClientApplication(one)
      const victim = await openSteppedUpBrowser(one, bob)
      const victimId = await readBrowserPersonIdOrNone(victim)
      const subject = await sign(one, victim, application)
      const attacker = await openSteppedUpBrowser(one, alice)
      const attackerId = await readBrowserPersonIdOrNone(attacker)
      const merge = await createIdentityMergeOfferForTests(attacker, bob)
      await requestIdentityMergeAcceptanceForTests(attacker, merge)
      one.clock.now += day - 1
      two.clock.now = one.clock.now
      await sweepAll([one, two])
      expect(await listAuditEntries(one, 'identity.merged')).toEqual([])
      one.clock.now += 1
      two.clock.now = one.clock.now
      const effectiveAt = one.clock.now
      await sweepAll([one, two, one, two])
      expect(await listAuditEntries(one, 'identity.merged')).toEqual([
        'identity.merged success {"wallets":1,"passkeys":0,"sessions":1,"applications":1}',
        'identity.merged success {}',
      ])
      expect(await isSignedIn(victim)).toBe(false)

      one.clock.now += 6 * day
      const back = one.openBrowser()
      expect((await back.signIn(bob)).json()).toMatchObject({ person: { id: attackerId } })
      const [open] = await listIdentityMergesForTests(back)
      expect(open).toMatchObject({ id: merge.id, undoUntil: new Date(effectiveAt + 7 * day).toISOString() })
      await back.stepUp(bob)
      expect(parseResponseOrErrorCode(await requestIdentityMergeUndoForTests(back, merge))).toEqual({ signedOut: true })
      await back.signIn(bob)
      expect(await readBrowserPersonIdOrNone(back)).toBe(victimId)
      expect(await sign(one, back, application)).toBe(subject)
      expect(await verifyAuditLogIntegrity(one.database.queries)).toMatchObject({ outcome: 'whole' })
    },
  )

  testOnBothDatabases('P13: cannot be sped up by a relayed session or a stolen session cookie', async (kind) => {
    const app = await createTestServer({ database: kind, environment: relaxedChallengeRateLimits })
    const { victim, attacker, merge } = await stagePhishedIdentityMerge(app)
    const relayed = app.openBrowser()
    await relayed.signIn(bob)
    expect(parseResponseOrErrorCode(await requestIdentityMergeConfirmationForTests(relayed, merge))).toBe(
      'step_up.required',
    )
    await relayed.stepUp(bob)
    expect(parseResponseOrErrorCode(await requestIdentityMergeConfirmationForTests(relayed, merge))).toBe(
      'merge.browser_not_trusted',
    )
    const { passkey } = await addTestPasskey(relayed)
    expect(summarizeApiResponse(await signInWithPasskey(relayed, passkey))).toBe('200')
    expect(parseResponseOrErrorCode(await requestIdentityMergeConfirmationForTests(relayed, merge))).toBe(
      'merge.browser_not_trusted',
    )
    // The attacker links their own wallets and uses them in the relayed session.
    for (const key of [dave, erin]) await linkWalletForTests(relayed, key)
    for (const key of [dave, erin]) await relayed.signIn(key)
    for (const key of [dave, erin])
      expect(await createIdentityMergeOfferForTests(attacker, key)).toMatchObject({ state: 'pending' })
    expect((await requestIdentityMergeAcceptanceForTests(attacker, merge)).json()).toMatchObject({ state: 'pending' })
    // The attacker's browser stays untrusted after signing in as the victim.
    const both = await openSteppedUpBrowser(app, alice)
    await both.signIn(bob)
    await both.signIn(alice)
    await both.stepUp(alice)
    expect(
      (await requestIdentityMergeAcceptanceForTests(both, await createIdentityMergeOfferForTests(both, bob))).json(),
    ).toMatchObject({ state: 'pending' })

    const stolen = app.openBrowser()
    for (const [name, value] of victim.cookies) if (name.endsWith('session')) stolen.cookies.set(name, value)
    expect(await isSignedIn(stolen)).toBe(true)
    expect(parseResponseOrErrorCode(await requestIdentityMergeConfirmationForTests(stolen, merge))).toBe(
      'step_up.required',
    )
    expect(parseResponseOrErrorCode(await requestIdentityMergeConfirmationForTests(attacker, merge))).toBe(
      'merge.invalid',
    )
    expect(await listAuditEntries(app, 'identity.merged')).toEqual([])
    expect(await isSignedIn(victim)).toBe(true)
  })
})
