// Tests how browsers become trusted.
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

describe('trust in a new browser', () => {
  test('M17: is granted from a known browser with step-up, after which a sign-in counts as step-up', async () => {
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

  testOnBothDatabases(
    'M17 P13: cannot be granted by a new browser to itself or another, however often it signs in',
    async (kind) => {
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
    },
  )

  test('M17 P13: is not gained by a second relayed signature, and the notice remains', async () => {
    const app = await createTestServer()
    const { own, other } = await openOwnAndAttackerBrowsers(app)
    const { id } = await requireSingleUntrustedBrowser(own)
    for (let times = 0; times < 3; times++) {
      // The step-up is valid only in this session and does not make the browser trusted.
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

  test('M17 P13: cannot be granted by a browser with a second relayed signature', async () => {
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

  test('M17 P13: is not lost by known browsers when a new browser ends their sessions', async () => {
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

  testOnBothDatabases('P13: is not gained through a passkey that was created in a new browser', async (kind) => {
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
    // After its use in a trusted browser, the passkey can vouch for other browsers.
    await signInWithPasskey(own, passkey)
    await signInWithPasskey(third, passkey)
    expect((await listUntrustedBrowsersForTests(own)).map(({ userAgent }) => userAgent)).toEqual(['Other'])
  })

  test('P13: is not gained through a passkey of an identity that the attacker merged in', async () => {
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

  testOnBothDatabases('is gained by step-up after days of notice if no known browser is left', async (kind) => {
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
  })

  test('P13: is not gained by waiting while the new browser has no visible session', async () => {
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

  test('M17: cannot be granted with an expired step-up', async () => {
    const app = await createTestServer()
    const { own } = await openOwnAndAttackerBrowsers(app)
    const { id } = await requireSingleUntrustedBrowser(own)
    app.clock.now += app.limits.stepUpFreshnessSeconds * 1000
    expect((await requestUntrustedBrowserTrustForTests(own, id)).json()).toMatchObject({ code: 'step_up.required' })
    await own.stepUp()
    expect((await requestUntrustedBrowserTrustForTests(own, id)).statusCode).toBe(204)
  })
})
