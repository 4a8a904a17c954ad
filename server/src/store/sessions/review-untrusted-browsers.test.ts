// Tests review of untrusted browsers (THREATS M17).
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import { listSequencedAuditEntryTexts } from '../../testing/inspect-test-database.ts'
import { createTestServer } from '../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import {
  openOwnAndAttackerBrowsers,
  listUntrustedBrowsersForTests,
  requireSingleUntrustedBrowser,
  requestUntrustedBrowserRemovalForTests,
  requestUntrustedBrowserTrustForTests,
} from '../../testing/untrusted-browser-test-steps.ts'
import { readCurrentBrowserSession } from '../../testing/browser-session-test-steps.ts'

const sessionName = '__Host-countersign-session'
const nobody = '0'.repeat(26)

describe('review of new browsers', () => {
  testOnBothDatabases('M17: shows the details of a new browser to other browsers, but not to itself', async (kind) => {
    const app = await createTestServer({ database: kind })
    const { own, other } = await openOwnAndAttackerBrowsers(app)
    app.clock.now += 1000
    other.cookies.delete(sessionName)
    await other.signIn()
    expect(await listUntrustedBrowsersForTests(own)).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-z]{26}$/) as string,
        userAgent: 'Other',
        networkPrefix: '198.51.100.0/24',
        sameNetwork: false,
        firstSeenAt: '2026-01-15T12:00:01.000Z',
        lastSeenAt: '2026-01-15T12:00:02.000Z',
        sessions: 2,
        answerable: true,
      },
    ])
    expect(await listUntrustedBrowsersForTests(other)).toEqual([])
    expect(await listSequencedAuditEntryTexts(app.database.queries)).toContain('browser.first_seen success {}')
  })

  testOnBothDatabases('M17: reports a new browser even if older sessions have no recorded browser', async (kind) => {
    const app = await createTestServer({ database: kind })
    const { queries } = app.database
    await app.openBrowser().signIn()
    await queries.updateTable('sessions').set({ browser_id: null }).execute()
    await queries.deleteFrom('browsers').execute()
    expect(await listSequencedAuditEntryTexts(queries)).not.toContain('browser.first_seen success {}')
    await app.openBrowser().signIn()
    expect(await listSequencedAuditEntryTexts(queries)).toContain('browser.first_seen success {}')
  })

  test('omits a browser without active sessions', async () => {
    const app = await createTestServer()
    const { own, other } = await openOwnAndAttackerBrowsers(app)
    const { id } = await requireSingleUntrustedBrowser(own)
    await other.send('POST', '/api/sign-out')
    expect(await listUntrustedBrowsersForTests(own)).toEqual([])
    // The browser is still untrusted and reappears with its next session.
    await other.signIn()
    expect((await requireSingleUntrustedBrowser(own)).id).toBe(id)
    app.clock.now += 31 * 86_400_000
    await own.signIn()
    expect(await listUntrustedBrowsersForTests(own)).toEqual([])
  })

  test('P13: a new browser can remove an older new one, but does not inherit its age', async () => {
    const app = await createTestServer()
    const own = app.openBrowser({ userAgent: 'Own' })
    await own.signIn()
    app.clock.now += 1000
    const other = app.openBrowser({ userAgent: 'Other' })
    await other.signIn()
    await other.stepUp()
    const { id } = await requireSingleUntrustedBrowser(other)
    expect((await requestUntrustedBrowserRemovalForTests(other, id)).json()).toEqual({ ended: 1 })
    // The person's first browser can still become trusted by step-up.
    await own.signIn()
    await own.stepUp()
    expect(await readCurrentBrowserSession(own)).toMatchObject({ newBrowser: false })
    expect(await listUntrustedBrowsersForTests(own)).toMatchObject([{ userAgent: 'Other' }])
  })

  testOnBothDatabases(
    'P4: removal ends all sessions of a browser at once, and it is new again when it returns',
    async (kind) => {
      const app = await createTestServer({ database: kind })
      const { own, other } = await openOwnAndAttackerBrowsers(app)
      const tokens = [other.cookies.get(sessionName)]
      other.cookies.delete(sessionName)
      await other.signIn()
      tokens.push(other.cookies.get(sessionName))
      const { id } = await requireSingleUntrustedBrowser(own)
      // No step-up is required, so that the person can sign out an attacker immediately.
      app.clock.now += app.limits.stepUpFreshnessSeconds * 1000
      const answer = await requestUntrustedBrowserRemovalForTests(own, id)
      expect([answer.statusCode, answer.json()]).toEqual([200, { ended: 2 }])
      for (const token of tokens) {
        other.cookies.set(sessionName, token ?? '')
        expect((await other.send('GET', '/api/wallets')).json()).toMatchObject({ code: 'session.required' })
      }
      expect((await own.send('GET', '/api/wallets')).statusCode).toBe(200)
      expect(
        (await listSequencedAuditEntryTexts(app.database.queries)).filter((line) => line.includes('"revoked"')),
      ).toHaveLength(2)
      expect((await requestUntrustedBrowserRemovalForTests(own, id)).json()).toMatchObject({
        code: 'browser.not_found',
      })
      await other.signIn()
      expect((await requireSingleUntrustedBrowser(own)).id).not.toBe(id)
      expect(
        (await listSequencedAuditEntryTexts(app.database.queries)).filter((line) =>
          line.startsWith('browser.first_seen'),
        ),
      ).toHaveLength(2)
    },
  )

  test('P4 M17: a browser can be removed after it was trusted, and is new again when it returns', async () => {
    const app = await createTestServer()
    const { own, other } = await openOwnAndAttackerBrowsers(app)
    const { id } = await requireSingleUntrustedBrowser(own)
    await requestUntrustedBrowserTrustForTests(own, id)
    expect((await requestUntrustedBrowserRemovalForTests(own, id)).json()).toEqual({ ended: 1 })
    await other.signIn()
    expect(await readCurrentBrowserSession(other)).toMatchObject({ newBrowser: true, stepUpValidUntil: null })
    expect((await requireSingleUntrustedBrowser(own)).id).not.toBe(id)
  })

  test("P8: gives the same response for another person's browser, the current one and a missing one", async () => {
    const app = await createTestServer()
    const { own, other } = await openOwnAndAttackerBrowsers(app)
    const { id } = await requireSingleUntrustedBrowser(own)
    const stranger = app.openBrowser()
    await stranger.signIn(ethereumTestKeys.bob)
    await stranger.stepUp(ethereumTestKeys.bob)
    const rows = await app.database.queries.selectFrom('browsers').select(['id', 'user_agent']).execute()
    const ownId = rows.find((row) => row.user_agent === 'Own')?.id ?? ''
    for (const answer of [
      await requestUntrustedBrowserTrustForTests(stranger, id),
      await requestUntrustedBrowserRemovalForTests(stranger, id),
      await requestUntrustedBrowserTrustForTests(stranger, nobody),
      await requestUntrustedBrowserRemovalForTests(stranger, nobody),
      await requestUntrustedBrowserTrustForTests(own, ownId),
      await requestUntrustedBrowserRemovalForTests(own, ownId),
    ]) {
      expect(answer.json()).toMatchObject({ code: 'browser.not_found', status: 404 })
    }
    // The new browser cannot report the person's own browser.
    expect((await requestUntrustedBrowserRemovalForTests(other, ownId)).json()).toMatchObject({
      code: 'step_up.required',
      status: 403,
    })
    expect(await listUntrustedBrowsersForTests(stranger)).toEqual([])
    expect((await own.send('GET', '/api/wallets')).statusCode).toBe(200)
    expect((await other.send('GET', '/api/wallets')).statusCode).toBe(200)
  })

  testOnBothDatabases('removal concurrent with a sign-in leaves no session, or one that is reported', async (kind) => {
    const app = await createTestServer({
      database: kind,
      environment: { COUNTERSIGN_SIGN_INS_PER_WALLET_PER_MINUTE: '1000' },
    })
    const { own, other } = await openOwnAndAttackerBrowsers(app)
    for (let round = 0; round < 10; round++) {
      const { id } = await requireSingleUntrustedBrowser(own)
      const signed = await other.signChallenge()
      const [ended, signedIn] = await Promise.all([
        requestUntrustedBrowserRemovalForTests(own, id),
        other.send('POST', '/api/sign-in', signed),
      ])
      expect([ended.statusCode, signedIn.statusCode]).toEqual([200, 200])
      if ((await other.send('GET', '/api/wallets')).statusCode !== 200) await other.signIn()
      expect((await requireSingleUntrustedBrowser(own)).id).not.toBe(id)
    }
  })
})
