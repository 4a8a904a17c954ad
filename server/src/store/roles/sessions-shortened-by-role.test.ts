// Tests shorter sessions of people with a role.
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import { createTestServer, openSteppedUpBrowser } from '../../testing/countersign-test-server.ts'
import type { TestBrowser } from '../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import { addTestClientApplication, createOidcTestServer } from '../../testing/oidc-application-test-steps.ts'
import type { TokenResponse } from '../../testing/oidc-application-test-steps.ts'
import { grantTestRole, openBrowserWithRole, requireBrowserPersonId } from '../../testing/admin-role-test-steps.ts'
import { obtainTokenFamilyBySignIn, sendRefreshTokenRequest } from '../../testing/oauth-token-test-steps.ts'
import { listRoleAuditEntriesForTests } from '../../testing/list-role-audit-entries-for-tests.ts'
import { readApiErrorCodeOrDone } from '../../testing/read-api-error-code-or-done.ts'

const { alice, bob } = ethereumTestKeys

describe('sessions of people with a role', () => {
  test('end after 12 hours, and after one hour without use', async () => {
    const app = await createTestServer()
    const { browser } = await openBrowserWithRole(app, alice, 'auditor')
    const signedIn = async (of: TestBrowser) =>
      (await of.send('GET', '/api/session')).json<{ session: object | null }>().session !== null
    const hour = 3_600_000
    for (let used = 0; used < 23; used++) {
      app.clock.now += hour / 2
      expect(await signedIn(browser)).toBe(true)
    }
    app.clock.now += hour / 2
    expect(await signedIn(browser)).toBe(false)
    // New sessions also have the shorter lifetime.
    const again = await openSteppedUpBrowser(app, alice)
    app.clock.now += hour - 2000
    expect(await signedIn(again)).toBe(true)
    app.clock.now += hour
    expect(await signedIn(again)).toBe(false)
    await app.pruneExpired()
    const reasons = (await listRoleAuditEntriesForTests(app, 'session.ended')).map(
      ({ details }) => (details as { reason: string }).reason,
    )
    expect(reasons.filter((reason) => reason !== 'replaced').sort()).toEqual(['expired', 'idle'])
  })

  testOnBothDatabases('are shortened when the role is granted, and end if they are already too old', async (kind) => {
    const app = await createTestServer({ database: kind })
    const { queries } = app.database
    const old = await openSteppedUpBrowser(app, bob)
    const personId = await requireBrowserPersonId(old)
    app.clock.now += 13 * 3_600_000
    expect(await requireBrowserPersonId(old)).toBe(personId)
    const young = await openSteppedUpBrowser(app, bob)
    await grantTestRole(app, personId, 'administrator')
    expect((await old.send('GET', '/api/session')).json<{ person: object | null }>().person).toBeNull()
    expect(await requireBrowserPersonId(young)).toBe(personId)
    const { idle_expires_at, last_seen_at, expires_at, created_at } = await queries
      .selectFrom('sessions')
      .selectAll()
      .where('person_id', '=', personId)
      .where('ended_at', 'is', null)
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
    expect([idle_expires_at - last_seen_at, expires_at - created_at]).toEqual([3_600_000, 12 * 3_600_000])
  })

  test('are not extended longer by an application than by direct use', async () => {
    const app = await createOidcTestServer()
    const { browser, personId } = await openBrowserWithRole(app, alice, 'auditor')
    app.pass(0)
    const application = await addTestClientApplication(app)
    let tokens = await obtainTokenFamilyBySignIn(app, browser, application)
    const times = async () =>
      app.database.queries
        .selectFrom('sessions')
        .select(['last_seen_at', 'idle_expires_at'])
        .where('person_id', '=', personId)
        .where('ended_at', 'is', null)
        .executeTakeFirstOrThrow()
    app.pass(50 * 60_000)
    const refreshed = await sendRefreshTokenRequest(app, application, tokens.refresh_token)
    expect(refreshed.statusCode).toBe(200)
    tokens = refreshed.json<TokenResponse>()
    const { last_seen_at, idle_expires_at } = await times()
    expect([app.clock.now - last_seen_at, idle_expires_at - last_seen_at]).toEqual([0, 3_600_000])
    app.pass(3_600_000)
    expect((await sendRefreshTokenRequest(app, application, tokens.refresh_token)).statusCode).toBe(400)
  })

  test('N11: lose admin access at the short limit, even if they started during the role grant', async () => {
    const app = await createTestServer()
    const { browser, personId } = await openBrowserWithRole(app, alice, 'auditor')
    // Simulates a session started concurrently with the grant.
    const far = app.clock.now + 30 * 86_400_000
    await app.database.queries
      .updateTable('sessions')
      .set({ expires_at: far, idle_expires_at: far })
      .where('person_id', '=', personId)
      .execute()
    app.clock.now += 12 * 3_600_000
    expect((await browser.send('GET', '/api/session')).json<{ person: object | null }>().person).not.toBeNull()
    expect(readApiErrorCodeOrDone(await browser.send('GET', '/api/admin'))).toBe('session.required')
  })
})
