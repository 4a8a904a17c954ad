// Tests that the victim of a malicious merge can always undo it.
import { describe, expect, test } from 'vitest'
import { reactivatePerson, suspendPerson } from '../../admin/people/suspend-or-reactivate-person.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { createTestServer, openSteppedUpBrowser, ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import type { TestServer, TestBrowser } from '../../testing/countersign-test-server.ts'
import {
  parseResponseOrErrorCode,
  mergeIdentitiesForTests,
  readBrowserPersonIdOrNone,
  requestIdentityMergeUndoForTests,
} from '../../testing/identity-merge-test-steps.ts'
import {
  addTestPasskey,
  relaxedChallengeRateLimits,
  summarizeApiResponse,
  signInWithPasskey,
} from '../../testing/passkey-test-steps.ts'

const { alice, bob, carol } = ethereumTestKeys

const isSignedIn = async (browser: TestBrowser): Promise<boolean> =>
  (await browser.send('GET', '/api/wallets')).statusCode === 200
const sessionOf = async (browser: TestBrowser): Promise<string> =>
  (await browser.send('GET', '/api/session')).json<{ session: { id: string } }>().session.id
const browserOf = async (app: TestServer, browser: TestBrowser): Promise<string> =>
  (
    await app.database.queries
      .selectFrom('sessions')
      .select('browser_id')
      .where('id', '=', await sessionOf(browser))
      .executeTakeFirstOrThrow()
  ).browser_id ?? ''

async function trick(app: TestServer) {
  const tricked = await openSteppedUpBrowser(app, bob)
  const otherId = await readBrowserPersonIdOrNone(tricked)
  const { passkey } = await addTestPasskey(tricked)
  const attacker = await openSteppedUpBrowser(app, alice)
  return { attacker, passkey, otherId, merged: await mergeIdentitiesForTests(attacker, bob) }
}

describe('P3: victim of a malicious merge', () => {
  test.each(['wallet', 'passkey'])(
    'cannot be signed out by the attacker after signing in with a %s, and can undo the merge',
    async (way) => {
      const app = await createTestServer({ environment: relaxedChallengeRateLimits })
      const { attacker, passkey, otherId, merged } = await trick(app)
      const own = app.openBrowser()
      await own.signIn(alice)
      const victim = app.openBrowser()
      if (way === 'passkey') await signInWithPasskey(victim, passkey)
      else await victim.signIn(bob)
      const tryAll = async (): Promise<unknown[]> => [
        parseResponseOrErrorCode(await attacker.send('DELETE', '/api/sessions')),
        parseResponseOrErrorCode(await attacker.send('DELETE', `/api/sessions/${await sessionOf(victim)}`)),
      ]

      // The attacker can only end sessions that the attacker started.
      expect(await tryAll()).toEqual([{ ended: 1 }, 'merge.already_open'])
      const disowned = parseResponseOrErrorCode(
        await attacker.send('DELETE', `/api/browsers/${await browserOf(app, victim)}`),
      )
      expect(way === 'wallet' ? disowned : 'merge.already_open').toBe('merge.already_open')
      expect([await isSignedIn(victim), await isSignedIn(own)]).toEqual([true, false])
      if (way === 'wallet') {
        const signed = await victim.signChallengeFor('step-up', bob)
        expect(await tryAll()).toEqual([{ ended: 0 }, 'merge.already_open'])
        expect(summarizeApiResponse(await victim.send('POST', '/api/step-up', signed))).toBe('200')
      }
      expect(await tryAll()).toEqual([{ ended: 0 }, 'merge.already_open'])
      expect(parseResponseOrErrorCode(await requestIdentityMergeUndoForTests(victim, merged))).toEqual({
        signedOut: true,
      })
      expect(await readBrowserPersonIdOrNone(await openSteppedUpBrowser(app, bob))).toBe(otherId)
    },
  )

  test('can end all sessions, including their own', async () => {
    const app = await createTestServer({ environment: relaxedChallengeRateLimits })
    const { attacker } = await trick(app)
    const [victim, elsewhere] = [await openSteppedUpBrowser(app, bob), await openSteppedUpBrowser(app, bob)]
    expect(summarizeApiResponse(await victim.send('DELETE', `/api/sessions/${await sessionOf(elsewhere)}`))).toBe('204')
    expect(parseResponseOrErrorCode(await victim.send('DELETE', '/api/sessions'))).toEqual({ ended: 1 })
    expect([await isSignedIn(attacker), await isSignedIn(elsewhere)]).toEqual([false, false])
    expect(summarizeApiResponse(await victim.send('DELETE', `/api/sessions/${await sessionOf(victim)}`))).toBe('204')
    expect(await isSignedIn(victim)).toBe(false)
  })

  test('loses the special session protection once the merge is final', async () => {
    const app = await createTestServer({ environment: relaxedChallengeRateLimits })
    await app.openBrowser().signIn(carol)
    await trick(app)
    app.clock.now += app.limits.mergeUndoSeconds * 1000
    const [one, two] = [await openSteppedUpBrowser(app, alice), await openSteppedUpBrowser(app, bob)]
    expect(parseResponseOrErrorCode(await one.send('DELETE', '/api/sessions'))).toEqual({ ended: 1 })
    expect(await isSignedIn(two)).toBe(false)
  })

  test('keeps the full undo period if the attacker is suspended during it', async () => {
    const app = await createTestServer({ environment: relaxedChallengeRateLimits })
    const context = { queries: app.database.queries, random: systemRandomBytes }
    const { attacker, otherId, merged } = await trick(app)
    const attackerId = await readBrowserPersonIdOrNone(attacker)
    const undoUntil = async () =>
      (await context.queries.selectFrom('identity_merges').select('undo_until').executeTakeFirstOrThrow()).undo_until
    const before = (await undoUntil()) ?? 0
    // The attacker is suspended repeatedly, and for longer than the undo period.
    for (const days of [1, 8]) {
      app.clock.now += 1000
      expect(await suspendPerson(context, attackerId, app.clock.now)).not.toBeNull()
      expect(summarizeApiResponse(await app.openBrowser().signIn(bob))).not.toBe('200')
      app.clock.now += days * 86_400_000
      expect(await reactivatePerson(context, attackerId, app.clock.now)).toBe(true)
    }
    expect(await undoUntil()).toBe(before + 9 * 86_400_000)
    const victim = await openSteppedUpBrowser(app, bob)
    expect(summarizeApiResponse(await requestIdentityMergeUndoForTests(victim, merged))).toBe('200')
    expect(await readBrowserPersonIdOrNone(await openSteppedUpBrowser(app, bob))).toBe(otherId)
    // A suspension does not make a merge undoable again once it is final.
    const again = await mergeIdentitiesForTests(await openSteppedUpBrowser(app, alice), bob)
    const final = Date.parse(again.undoUntil ?? '')
    app.clock.now = final
    await suspendPerson(context, attackerId, app.clock.now)
    app.clock.now += 1000
    await reactivatePerson(context, attackerId, app.clock.now)
    expect(
      (
        await context.queries
          .selectFrom('identity_merges')
          .select('undo_until')
          .where('id', '=', again.id)
          .executeTakeFirstOrThrow()
      ).undo_until,
    ).toBe(final)
  })
})
