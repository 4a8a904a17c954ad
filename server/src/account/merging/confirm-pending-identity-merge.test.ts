// Tests who can confirm a pending merge, and what ends it.
import { describe, expect, test } from 'vitest'
import { createTestServer, openSteppedUpBrowser, ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import {
  requestIdentityMergeAcceptanceForTests,
  parseResponseOrErrorCode,
  requestIdentityMergeConfirmationForTests,
  linkWalletForTests,
  listIdentityMergesForTests,
  listPendingIdentityMergesForTests,
  createIdentityMergeOfferForTests,
  requestIdentityMergeRefusalForTests,
  requestIdentityMergeOfferForTests,
  requestIdentityMergeUndoForTests,
} from '../../testing/identity-merge-test-steps.ts'
import {
  addTestPasskey,
  relaxedChallengeRateLimits,
  summarizeApiResponse,
  signInWithPasskey,
} from '../../testing/passkey-test-steps.ts'
import { stagePhishedIdentityMerge } from '../../testing/phished-identity-merge-fixtures.ts'
import { isSignedIn } from '../../testing/browser-session-test-steps.ts'
import { listAuditEntries } from '../../testing/inspect-test-database.ts'

const { alice, bob, carol } = ethereumTestKeys
const day = 86_400_000

describe('P18 P2: confirming a pending merge', () => {
  test('the person can confirm the merge in a known browser after a recent step-up', async () => {
    const app = await createTestServer({ environment: relaxedChallengeRateLimits })
    const { victim, attacker, merge } = await stagePhishedIdentityMerge(app)
    app.clock.now += 3_600_000
    expect(parseResponseOrErrorCode(await requestIdentityMergeConfirmationForTests(victim, merge))).toBe(
      'step_up.required',
    )
    await victim.stepUp(bob)
    expect(summarizeApiResponse(await requestIdentityMergeConfirmationForTests(victim, merge))).toBe('204')
    expect([await isSignedIn(victim), victim.cookies.has('__Host-countersign-session')]).toEqual([false, false])
    expect(await listIdentityMergesForTests(attacker)).toMatchObject([
      { id: merge.id, mergedAt: new Date(app.clock.now).toISOString(), takesEffectAt: null },
    ])
    expect(await listPendingIdentityMergesForTests(attacker)).toEqual([])
  })

  test('a passkey of the identity can confirm the merge in any browser', async () => {
    const app = await createTestServer({ environment: relaxedChallengeRateLimits })
    const victim = await openSteppedUpBrowser(app, bob)
    const { passkey } = await addTestPasskey(victim)
    const asking = await openSteppedUpBrowser(app, alice)
    const merge = await createIdentityMergeOfferForTests(asking, bob)
    await requestIdentityMergeAcceptanceForTests(asking, merge)
    const elsewhere = app.openBrowser()
    await signInWithPasskey(elsewhere, passkey)
    expect(await listPendingIdentityMergesForTests(elsewhere)).toMatchObject([{ side: 'recipient', mayConfirm: true }])
    expect(summarizeApiResponse(await requestIdentityMergeConfirmationForTests(elsewhere, merge))).toBe('204')
    expect(await listIdentityMergesForTests(asking)).toMatchObject([{ id: merge.id }])
  })

  test('a signature by a second wallet of the identity confirms the merge, before or during the wait', async () => {
    const app = await createTestServer({ environment: relaxedChallengeRateLimits })
    const victim = await openSteppedUpBrowser(app, bob)
    await linkWalletForTests(victim, carol)
    await victim.signIn(carol)
    await victim.signIn(bob)
    const asking = await openSteppedUpBrowser(app, alice)
    expect((await createIdentityMergeOfferForTests(asking, bob)).takesEffectAt).not.toBeNull()
    // A second signature by the same wallet does not count.
    expect((await createIdentityMergeOfferForTests(asking, bob)).takesEffectAt).not.toBeNull()
    const merge = await createIdentityMergeOfferForTests(asking, carol)
    expect(merge).toMatchObject({ state: 'offered', takesEffectAt: null })
    expect((await requestIdentityMergeAcceptanceForTests(asking, merge)).json()).toMatchObject({ state: 'merged' })
    await asking.stepUp(alice)
    await requestIdentityMergeUndoForTests(asking, merge)

    const again = await createIdentityMergeOfferForTests(asking, bob)
    expect((await requestIdentityMergeAcceptanceForTests(asking, again)).json()).toMatchObject({ state: 'pending' })
    expect(await createIdentityMergeOfferForTests(asking, carol)).toMatchObject({
      id: again.id,
      state: 'pending',
      takesEffectAt: null,
    })
    expect((await requestIdentityMergeAcceptanceForTests(asking, again)).json()).toMatchObject({ state: 'merged' })
  })

  test('takes effect at once in the browser where the identity was created', async () => {
    const app = await createTestServer({ environment: relaxedChallengeRateLimits })
    const browser = await openSteppedUpBrowser(app, alice)
    await browser.signIn(bob)
    await browser.signIn(alice)
    const merge = await createIdentityMergeOfferForTests(browser, bob)
    expect(merge.takesEffectAt).toBeNull()
    expect((await requestIdentityMergeAcceptanceForTests(browser, merge)).json()).toMatchObject({ state: 'merged' })
  })

  test('a pending merge outlives its session, blocks further requests, and the requester can cancel it', async () => {
    const app = await createTestServer({ environment: relaxedChallengeRateLimits })
    const { victim, attacker, merge } = await stagePhishedIdentityMerge(app)
    await openSteppedUpBrowser(app, carol)
    await attacker.send('POST', '/api/sign-out')
    await attacker.signIn(alice)
    expect(parseResponseOrErrorCode(await requestIdentityMergeOfferForTests(attacker, carol))).toBe('merge.pending')
    expect(await listPendingIdentityMergesForTests(victim)).toHaveLength(1)
    const elsewhere = app.openBrowser()
    await elsewhere.signIn(alice)
    expect(summarizeApiResponse(await requestIdentityMergeRefusalForTests(elsewhere, merge))).toBe('204')
    expect(await listPendingIdentityMergesForTests(victim)).toEqual([])
    expect((await createIdentityMergeOfferForTests(attacker, carol)).state).toBe('offered')
    expect(await listAuditEntries(app, 'identity.merge_ended')).toEqual(
      Array.from({ length: 2 }, () => 'identity.merge_ended success {"reason":"canceled by the identity that asked"}'),
    )
  })

  testOnBothDatabases('ends the other pending merges of an identity once one takes effect', async (kind) => {
    const app = await createTestServer({ database: kind, environment: relaxedChallengeRateLimits })
    const { victim, merge } = await stagePhishedIdentityMerge(app)
    const second = await openSteppedUpBrowser(app, carol)
    const other = await createIdentityMergeOfferForTests(second, bob)
    await requestIdentityMergeAcceptanceForTests(second, other)
    expect((await listPendingIdentityMergesForTests(victim)).map(({ merge: { id } }) => id).sort()).toEqual(
      [merge.id, other.id].sort(),
    )
    expect(summarizeApiResponse(await requestIdentityMergeConfirmationForTests(victim, other))).toBe('204')
    app.clock.now += 2 * day
    await app.pruneExpired()
    expect(await listAuditEntries(app, 'identity.merged')).toHaveLength(2)
    expect(await listAuditEntries(app, 'identity.merge_ended')).toEqual(
      Array.from({ length: 2 }, () => 'identity.merge_ended refused {"reason":"one of the two was merged"}'),
    )
  })
})
