// Erasing somebody who was merged with another and separated again: they can leave, and nothing of theirs stays with the other.
import type { VirtualPasskey } from '@countersign/testing/virtual-passkey'
import { describe, expect, test } from 'vitest'
import { verifyActivity } from '../activity/verify.ts'
import { createTestApp, testKeys } from '../testing/test-app.ts'
import type { TestBrowser } from '../testing/test-app.ts'
import { databaseKinds } from '../testing/test-databases.ts'
import { merge, openConfirmed, personOf, undo } from '../testing/test-merges.ts'
import { addPasskey, generous, inBrief, signInBy } from '../testing/test-passkeys.ts'
import { addTestApplication, authorize, createOpenIdApp } from '../testing/test-openid.ts'

const { alice, bob } = testKeys

const ways: Record<string, (browser: TestBrowser, passkey: VirtualPasskey) => Promise<unknown>> = {
  wallet: async (browser) => {
    await browser.signIn(bob)
    await browser.stepUp(bob)
  },
  passkey: signInBy,
}

describe.each(databaseKinds)('erasing somebody who was merged and separated on %s', (kind) => {
  describe.each(Object.keys(ways))('who signed in by a %s meanwhile', (name) => {
    const enter = ways[name] as (typeof ways)[string]

    test.each(['the other', 'the one that went on'])('erases %s', async (who) => {
      const app = await createTestApp({ database: kind, environment: generous })
      const { queries } = app.database
      const browser = await openConfirmed(app, alice)
      const other = await openConfirmed(app, bob)
      const { passkey } = await addPasskey(other)
      const otherId = await personOf(other)
      const merged = await merge(browser, bob)
      const victim = app.openBrowser()
      await enter(victim, passkey)
      expect(inBrief(await undo(victim, merged))).toBe('200')
      const again = await openConfirmed(app, bob)
      expect(await personOf(again)).toBe(otherId)
      const leaver = who === 'the other' ? again : await openConfirmed(app, alice)
      const leaverId = await personOf(leaver)
      expect(inBrief(await leaver.send('DELETE', '/api/person'))).toBe('204')
      expect((await queries.selectFrom('people').select('id').where('status', '=', 'erased').execute())).toEqual([{ id: leaverId }])
      expect(await verifyActivity(queries)).toMatchObject({ outcome: 'whole' })
    })
  })

  test('takes a signed message back that an application of the other still went by', async () => {
    const app = await createOpenIdApp({ database: kind, environment: generous })
    const { queries } = app.database
    const application = await addTestApplication(app, { id: 'wiki', scopes: ['openid', 'proof'] })
    const browser = await openConfirmed(app, alice)
    await openConfirmed(app, bob)
    const merged = await merge(browser, bob)
    // The application was let in by a session of the other's wallet, which then went on as one of their own.
    await browser.signIn(bob)
    await authorize(browser, application, { scope: 'openid proof' })
    const shown = () => queries.selectFrom('authorizations').select('proof_id').execute()
    expect(await shown()).toEqual([{ proof_id: expect.any(String) as string }])
    await browser.stepUp(alice)
    expect(inBrief(await undo(browser, merged))).toBe('200')
    expect(await shown()).toEqual([{ proof_id: null }])
    expect(inBrief(await (await openConfirmed(app, bob)).send('DELETE', '/api/person'))).toBe('204')
  })
})
