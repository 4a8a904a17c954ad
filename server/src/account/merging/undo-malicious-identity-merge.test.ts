// Whoever was tricked into a merge gets as far as undoing it, whatever who tricked them does meanwhile.
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

/** Alice has tricked bob, who has a passkey as well, into a merge. */
async function trick(app: TestServer) {
  const tricked = await openSteppedUpBrowser(app, bob)
  const otherId = await readBrowserPersonIdOrNone(tricked)
  const { passkey } = await addTestPasskey(tricked)
  const attacker = await openSteppedUpBrowser(app, alice)
  return { attacker, passkey, otherId, merged: await mergeIdentitiesForTests(attacker, bob) }
}

describe('P3 who was tricked into a merge', () => {
  test.each(['wallet', 'passkey'])(
    'is not signed out by who tricked them, having come in by a %s, and undoes it',
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

      // What the attacker may end is their own.
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

  test('ends whatever session there is, their own as well', async () => {
    const app = await createTestServer({ environment: relaxedChallengeRateLimits })
    const { attacker } = await trick(app)
    const [victim, elsewhere] = [await openSteppedUpBrowser(app, bob), await openSteppedUpBrowser(app, bob)]
    expect(summarizeApiResponse(await victim.send('DELETE', `/api/sessions/${await sessionOf(elsewhere)}`))).toBe('204')
    expect(parseResponseOrErrorCode(await victim.send('DELETE', '/api/sessions'))).toEqual({ ended: 1 })
    expect([await isSignedIn(attacker), await isSignedIn(elsewhere)]).toEqual([false, false])
    expect(summarizeApiResponse(await victim.send('DELETE', `/api/sessions/${await sessionOf(victim)}`))).toBe('204')
    expect(await isSignedIn(victim)).toBe(false)
  })

  test('is as anybody else once the merge is final', async () => {
    const app = await createTestServer({ environment: relaxedChallengeRateLimits })
    await app.openBrowser().signIn(carol)
    await trick(app)
    app.clock.now += app.limits.mergeUndoSeconds * 1000
    const [one, two] = [await openSteppedUpBrowser(app, alice), await openSteppedUpBrowser(app, bob)]
    expect(parseResponseOrErrorCode(await one.send('DELETE', '/api/sessions'))).toEqual({ ended: 1 })
    expect(await isSignedIn(two)).toBe(false)
  })

  test('has as long to undo it as ever, where who tricked them was suspended meanwhile', async () => {
    const app = await createTestServer({ environment: relaxedChallengeRateLimits })
    const context = { queries: app.database.queries, random: systemRandomBytes }
    const { attacker, otherId, merged } = await trick(app)
    const attackerId = await readBrowserPersonIdOrNone(attacker)
    const undoUntil = async () =>
      (await context.queries.selectFrom('identity_merges').select('undo_until').executeTakeFirstOrThrow()).undo_until
    const before = (await undoUntil()) ?? 0
    // More than once, and longer than it could have been undone.
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
    // One that was final before stays so.
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
