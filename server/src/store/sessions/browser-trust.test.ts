// How a browser becomes known, and what does not make it so.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import { listSequencedAuditEntryTexts } from '../../testing/inspect-test-database.ts'
import { createTestServer } from '../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import { addTestPasskey, relaxedChallengeRateLimits, signInWithPasskey } from '../../testing/passkey-test-steps.ts'
import {
  openOwnAndAttackerBrowsers,
  requireSingleUntrustedBrowser,
  requestUntrustedBrowserTrustForTests,
  listUntrustedBrowsersForTests,
  requestUntrustedBrowserRemovalForTests,
} from '../../testing/untrusted-browser-test-steps.ts'
import { readCurrentBrowserSession } from '../../testing/browser-session-test-steps.ts'

describe('a new browser', () => {
  test('M17 becomes known by a confirmed session in a known browser, and its next sign-in counts', async () => {
    const app = await createTestServer()
    const { own, other } = await openOwnAndAttackerBrowsers(app)
    const { id } = await requireSingleUntrustedBrowser(own)
    expect((await requestUntrustedBrowserTrustForTests(own, id)).statusCode).toBe(204)
    expect(await listUntrustedBrowsersForTests(own)).toEqual([])
    expect(await readCurrentBrowserSession(other)).toMatchObject({ newBrowser: false, stepUpValidUntil: null })
    await other.signIn()
    expect(await readCurrentBrowserSession(other)).toMatchObject({
      newBrowser: false,
      stepUpValidUntil: expect.any(String) as string,
    })
    expect((await requestUntrustedBrowserTrustForTests(own, id)).json()).toMatchObject({
      code: 'browser.not_found',
      status: 404,
    })
    expect(
      (await listSequencedAuditEntryTexts(app.database.queries)).filter((line) => line.startsWith('browser.trusted')),
    ).toHaveLength(2)
    expect(await verifyAuditLogIntegrity(app.database.queries)).toMatchObject({ outcome: 'whole' })
  })

  testOnBothDatabases('M17 P13 cannot vouch for itself or for another, however often it signs in', async (kind) => {
    const app = await createTestServer({ database: kind })
    const { own, other } = await openOwnAndAttackerBrowsers(app)
    const third = app.openBrowser()
    await third.signIn()
    const ids = new Map((await listUntrustedBrowsersForTests(own)).map(({ userAgent, id }) => [userAgent, id]))
    for (let times = 0; times < 3; times++) {
      for (const id of ids.values())
        expect((await requestUntrustedBrowserTrustForTests(other, id)).json()).toMatchObject({
          code: 'browser.not_trusted',
          status: 403,
        })
      await other.signIn()
    }
    expect(await listUntrustedBrowsersForTests(own)).toHaveLength(2)
  })

  test('M17 P13 does not become known by a second relayed signature, and its notice stays', async () => {
    const app = await createTestServer()
    const { own, other } = await openOwnAndAttackerBrowsers(app)
    const { id } = await requireSingleUntrustedBrowser(own)
    for (let times = 0; times < 3; times++) {
      // It counts for what is sensitive here and now, and for nothing more: whoever has lost all else is let in as well.
      expect((await other.stepUp()).json()).toMatchObject({
        session: { newBrowser: true, stepUpValidUntil: expect.any(String) as string },
      })
      expect((await requireSingleUntrustedBrowser(own)).id).toBe(id)
      await other.signIn()
      expect(await readCurrentBrowserSession(other)).toMatchObject({ newBrowser: true, stepUpValidUntil: null })
      app.clock.now += 3_600_000
    }
    expect(
      (await listSequencedAuditEntryTexts(app.database.queries)).filter((line) => line.startsWith('browser.trusted')),
    ).toHaveLength(1)
    await other.stepUp()
    expect((await requestUntrustedBrowserRemovalForTests(own, id)).json()).toEqual({ ended: 1 })
  })

  test('M17 P13 with a second relayed signature does not answer for another, nor is it offered to', async () => {
    const app = await createTestServer()
    const { own, other } = await openOwnAndAttackerBrowsers(app)
    const third = app.openBrowser({ userAgent: 'Third' })
    await third.signIn()
    for (const browser of [other, third]) await browser.stepUp()
    for (const { id, userAgent } of await listUntrustedBrowsersForTests(own)) {
      const asking = userAgent === 'Other' ? third : other
      expect(await listUntrustedBrowsersForTests(asking)).toMatchObject([{ id, answerable: false }])
      expect((await requestUntrustedBrowserTrustForTests(asking, id)).json()).toMatchObject({
        code: 'browser.not_trusted',
      })
    }
    expect(await listUntrustedBrowsersForTests(own)).toMatchObject([{ answerable: true }, { answerable: true }])
  })

  test('M17 P13 does not make the person’s own browsers new, whatever it ends', async () => {
    const app = await createTestServer()
    const { own, other } = await openOwnAndAttackerBrowsers(app)
    const rows = await app.database.queries.selectFrom('browsers').select(['id', 'user_agent']).execute()
    const ownId = rows.find((row) => row.user_agent === 'Own')?.id ?? ''
    await other.stepUp()
    expect((await other.send('DELETE', '/api/sessions')).json()).toEqual({ ended: 1 })
    await own.signIn()
    expect(await readCurrentBrowserSession(own)).toMatchObject({ newBrowser: false })
    expect((await requestUntrustedBrowserRemovalForTests(other, ownId)).json()).toEqual({ ended: 1 })
    await own.signIn()
    expect(await readCurrentBrowserSession(own)).toMatchObject({
      newBrowser: false,
      stepUpValidUntil: expect.any(String) as string,
    })
    expect(await listUntrustedBrowsersForTests(own)).toHaveLength(1)
  })

  testOnBothDatabases(
    'P13 a passkey made there is as strange: signing in by it makes no browser known',
    async (kind) => {
      const app = await createTestServer({ database: kind, environment: relaxedChallengeRateLimits })
      const { own, other } = await openOwnAndAttackerBrowsers(app)
      await other.stepUp()
      const { passkey } = await addTestPasskey(other)
      const third = app.openBrowser({ userAgent: 'Third' })
      await signInWithPasskey(third, passkey)
      await signInWithPasskey(other, passkey)
      expect(await readCurrentBrowserSession(third)).toMatchObject({ newBrowser: true })
      expect((await listUntrustedBrowsersForTests(own)).map(({ userAgent }) => userAgent).sort()).toEqual([
        'Other',
        'Third',
      ])
      // Used in a browser that is known, it is the person's: from then on it speaks for others.
      await signInWithPasskey(own, passkey)
      await signInWithPasskey(third, passkey)
      expect((await listUntrustedBrowsersForTests(own)).map(({ userAgent }) => userAgent)).toEqual(['Other'])
    },
  )

  test('P13 a passkey that came with a stranger’s identity, which they merged in, speaks for no browser', async () => {
    const app = await createTestServer({ environment: relaxedChallengeRateLimits })
    const home = app.openBrowser()
    await home.signIn(ethereumTestKeys.bob)
    await home.stepUp(ethereumTestKeys.bob)
    const { passkey } = await addTestPasskey(home)
    const { own, other } = await openOwnAndAttackerBrowsers(app)
    await other.stepUp()
    await other.trustForOwnerOf(ethereumTestKeys.bob)
    const { id } = (
      await other.send('POST', '/api/merges', await other.signChallengeFor('merge', ethereumTestKeys.bob))
    ).json<ApiEndpointOutput<'offerMerge'>>()
    expect((await other.send('POST', `/api/merges/${id}/accept`)).statusCode).toBeLessThan(300)
    await signInWithPasskey(other, passkey)
    expect(await readCurrentBrowserSession(other)).toMatchObject({ newBrowser: true })
    expect((await requireSingleUntrustedBrowser(own)).userAgent).toBe('Other')
  })

  testOnBothDatabases(
    'whoever has lost all others is known by a proof once the browser was announced for days',
    async (kind) => {
      const app = await createTestServer({ database: kind })
      const { other } = await openOwnAndAttackerBrowsers(app)
      const dayMs = 86_400_000
      for (let day = 0; day < app.limits.newBrowserNoticeDays; day++) {
        await other.stepUp()
        expect(await readCurrentBrowserSession(other)).toMatchObject({ newBrowser: true })
        app.clock.now += dayMs - 1
      }
      app.clock.now += app.limits.newBrowserNoticeDays
      await other.signIn()
      expect(await readCurrentBrowserSession(other)).toMatchObject({ newBrowser: true, stepUpValidUntil: null })
      await other.stepUp()
      expect(await readCurrentBrowserSession(other)).toMatchObject({ newBrowser: false })
      const third = app.openBrowser({ userAgent: 'Third' })
      await third.signIn()
      expect(
        (await requestUntrustedBrowserTrustForTests(other, (await requireSingleUntrustedBrowser(other)).id)).statusCode,
      ).toBe(204)
    },
  )

  test('P13 the days in which nobody could see it do not count', async () => {
    const app = await createTestServer()
    const { own, other } = await openOwnAndAttackerBrowsers(app)
    await other.send('POST', '/api/sign-out')
    app.clock.now += (app.limits.newBrowserNoticeDays + 1) * 86_400_000
    await other.signIn()
    await other.stepUp()
    expect(await readCurrentBrowserSession(other)).toMatchObject({ newBrowser: true })
    await own.signIn()
    expect((await requireSingleUntrustedBrowser(own)).userAgent).toBe('Other')
  })

  test('M17 is not vouched for by a proof that is too old', async () => {
    const app = await createTestServer()
    const { own } = await openOwnAndAttackerBrowsers(app)
    const { id } = await requireSingleUntrustedBrowser(own)
    app.clock.now += app.limits.stepUpFreshnessSeconds * 1000
    expect((await requestUntrustedBrowserTrustForTests(own, id)).json()).toMatchObject({ code: 'step_up.required' })
    await own.stepUp()
    expect((await requestUntrustedBrowserTrustForTests(own, id)).statusCode).toBe(204)
  })
})
