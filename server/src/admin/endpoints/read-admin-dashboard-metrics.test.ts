import type { AdminRole } from '@countersign/api/admin-role-permissions'
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import { appendTimedAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import { updateAuditEventCounts } from '../../audit-log/count-audit-events.ts'
import { suspendPerson } from '../people/suspend-or-reactivate-person.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import {
  createTestServer,
  openSteppedUpBrowser,
  ethereumTestKeys,
  testClockStartTime,
} from '../../testing/countersign-test-server.ts'
import type { TestServer, TestBrowser } from '../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import { addTestClientApplication } from '../../testing/oidc-application-test-steps.ts'
import { openBrowserWithRole, requireBrowserPersonId } from '../../testing/admin-role-test-steps.ts'
import type { AdminDashboardMetrics } from './read-admin-dashboard-metrics.ts'

const dayMs = 86_400_000
const evidence = { personId: null, content: {} }
const refused = (reason: string): NewAuditEvent => ({
  type: 'sign_in.refused',
  outcome: 'refused',
  details: { reason },
  evidence,
})
const signedIn = (method: string): NewAuditEvent => ({
  type: 'session.started',
  outcome: 'success',
  details: { method },
  evidence,
})

const inOrder = (rows: AdminDashboardMetrics['signIns']) =>
  [...rows].sort((one, other) =>
    `${one.day} ${one.signInMethod ?? 'z'}`.localeCompare(`${other.day} ${other.signInMethod ?? 'z'}`),
  )

const write = (app: TestServer, ...lines: { at: number; event: NewAuditEvent }[]) =>
  app.database.queries
    .transaction()
    .execute((transaction) => appendTimedAuditEvents(transaction, systemRandomBytes, lines))

async function read(browser: TestBrowser, query = ''): Promise<AdminDashboardMetrics> {
  const response = await browser.send('GET', `/api/admin/metrics${query}`)
  expect(response.statusCode, response.body).toBe(200)
  return response.json<AdminDashboardMetrics>()
}

describe('admin dashboard metrics', () => {
  testOnBothDatabases(
    'report sign-ins by day and method, refusals by reason and new people, even while uncounted',
    async (kind) => {
      const app = await createTestServer({ database: kind })
      const { browser } = await openBrowserWithRole(app, ethereumTestKeys.alice, 'auditor')
      const before = testClockStartTime - 2 * dayMs
      await write(
        app,
        { at: before, event: signedIn('passkey') },
        { at: before, event: signedIn('erc6492') },
        { at: before, event: refused('used') },
        { at: testClockStartTime - 40 * dayMs, event: signedIn('ecdsa') },
      )
      while ((await updateAuditEventCounts(app.database.queries)) > 0);
      await write(
        app,
        { at: before, event: signedIn('passkey') },
        { at: testClockStartTime, event: refused('used') },
        { at: testClockStartTime, event: refused('expired') },
      )

      const figures = await read(browser)
      expect(figures).toMatchObject({ from: '2025-12-17', to: '2026-01-15', uncounted: 0 })
      expect(inOrder(figures.signIns)).toEqual([
        { day: '2026-01-13', signInMethod: 'contract', outcome: 'success', count: 1 },
        { day: '2026-01-13', signInMethod: 'passkey', outcome: 'success', count: 2 },
        { day: '2026-01-13', signInMethod: null, outcome: 'refused', count: 1 },
        { day: '2026-01-15', signInMethod: 'key', outcome: 'success', count: 1 },
        { day: '2026-01-15', signInMethod: null, outcome: 'refused', count: 2 },
      ])
      expect(figures.signIns.map(({ day }) => day)).toEqual(figures.signIns.map(({ day }) => day).sort())
      expect(figures.refusals).toEqual([
        {
          reason: 'used',
          count: 2,
          days: [
            { day: '2026-01-13', count: 1 },
            { day: '2026-01-15', count: 1 },
          ],
        },
        { reason: 'expired', count: 1, days: [{ day: '2026-01-15', count: 1 }] },
      ])
      expect(figures.newPeople).toEqual([{ day: '2026-01-15', count: 1 }])
      expect((await read(browser, '?from=2025-12-01&to=2025-12-10')).signIns).toEqual([
        { day: '2025-12-06', signInMethod: 'key', outcome: 'success', count: 1 },
      ])
    },
  )

  testOnBothDatabases('report the number of uncounted entries until a long log is fully counted', async (kind) => {
    const app = await createTestServer({ database: kind })
    const { browser } = await openBrowserWithRole(app, ethereumTestKeys.alice, 'auditor')
    await write(app, ...Array.from({ length: 5500 }, () => ({ at: testClockStartTime, event: refused('used') })))
    const first = await read(browser)
    expect(first.uncounted).toBeGreaterThan(400)
    expect((first.refusals[0]?.count ?? 0) + first.uncounted).toBe(5500)
    await app.pruneExpired()
    expect(await read(browser)).toMatchObject({ uncounted: 0, refusals: [{ reason: 'used', count: 5500 }] })
  })

  testOnBothDatabases('count people, sessions and applications, at most a few seconds late', async (kind) => {
    const app = await createTestServer({ database: kind })
    const { browser } = await openBrowserWithRole(app, ethereumTestKeys.alice, 'owner')
    const bob = await openSteppedUpBrowser(app, ethereumTestKeys.bob)
    await addTestClientApplication(app, { id: 'wiki' })
    await addTestClientApplication(app, { id: 'chat' })
    await app.database.queries.updateTable('applications').set({ enabled: 0 }).where('id', '=', 'chat').execute()
    await app.database.queries
      .insertInto('groups')
      .values({ id: 'crew', name: 'Crew', description: null, rule: '{}', created_at: 0, changed_at: 0 })
      .execute()
    const there = {
      applications: { enabled: 1, disabled: 1 },
      groups: 1,
      chains: [],
      backup: { lastAt: null },
      logouts: { waiting: 0, failed: 0 },
    }
    expect(await read(browser)).toMatchObject({ ...there, people: { active: 2, suspended: 0 }, sessions: { live: 2 } })
    await suspendPerson(
      { queries: app.database.queries, random: systemRandomBytes },
      await requireBrowserPersonId(bob),
      app.clock.now,
    )
    app.clock.now += 5000
    expect(await read(browser)).toMatchObject({ ...there, people: { active: 1, suspended: 1 }, sessions: { live: 1 } })
  })

  testOnBothDatabases('equal the number of items in the corresponding lists', async (kind) => {
    const generous = {
      COUNTERSIGN_SIGN_INS_PER_NETWORK_PER_MINUTE: '1000',
      COUNTERSIGN_CHALLENGES_PER_NETWORK_PER_MINUTE: '1000',
    }
    const app = await createTestServer({ database: kind, environment: generous })
    const { browser } = await openBrowserWithRole(app, ethereumTestKeys.alice, 'auditor')
    for (let index = 0; index < 55; index++)
      expect((await app.openBrowser().signIn(createEthereumTestKey(300 + (index % 50)))).statusCode).toBe(200)
    const bob = await openSteppedUpBrowser(app, ethereumTestKeys.bob)
    await suspendPerson(
      { queries: app.database.queries, random: systemRandomBytes },
      await requireBrowserPersonId(bob),
      app.clock.now,
    )
    expect((await bob.signIn(ethereumTestKeys.bob)).statusCode).toBe(403)
    await openSteppedUpBrowser(app, ethereumTestKeys.carol)
    await addTestClientApplication(app, { id: 'wiki' })
    await addTestClientApplication(app, { id: 'chat' })
    await app.database.queries.updateTable('applications').set({ enabled: 0 }).where('id', '=', 'chat').execute()
    await app.database.queries
      .insertInto('groups')
      .values({ id: 'crew', name: 'Crew', description: null, rule: '{}', created_at: 0, changed_at: 0 })
      .execute()
    await write(
      app,
      { at: testClockStartTime - dayMs, event: signedIn('passkey') },
      { at: testClockStartTime - dayMs, event: refused('used') },
      { at: testClockStartTime, event: refused('used') },
    )

    const figures = await read(browser)
    const linesOf = async (list: string, query: Record<string, string> = {}): Promise<number> => {
      let [lines, cursor] = [0, '']
      do {
        const response = await browser.send(
          'GET',
          `/api/admin/${list}?${new URLSearchParams({ ...query, ...(cursor !== '' && { cursor }) })}`,
        )
        expect(response.statusCode, response.body).toBe(200)
        const page = response.json<{ items: unknown[]; nextCursor: string | null }>()
        lines += page.items.length
        cursor = page.nextCursor ?? ''
      } while (cursor !== '')
      return lines
    }
    const range = { from: `${figures.from}T00:00:00.000Z`, to: new Date(Date.parse(figures.to) + dayMs).toISOString() }
    const sum = (rows: { count: number }[]) => rows.reduce((total, { count }) => total + count, 0)
    const ofOutcome = (outcome: string) => sum(figures.signIns.filter((row) => row.outcome === outcome))
    expect({
      people: figures.people,
      sessions: figures.sessions.live,
      applications: figures.applications,
      groups: figures.groups,
      signIns: ofOutcome('success'),
      refused: ofOutcome('refused'),
      reasons: Object.fromEntries(figures.refusals.map(({ reason, count }) => [reason, count])),
      newPeople: sum(figures.newPeople),
    }).toEqual({
      people: {
        active: await linesOf('people', { status: 'active' }),
        suspended: await linesOf('people', { status: 'suspended' }),
      },
      sessions: await linesOf('sessions'),
      applications: {
        enabled: await linesOf('applications', { enabled: 'yes' }),
        disabled: await linesOf('applications', { enabled: 'no' }),
      },
      groups: await linesOf('groups'),
      signIns: await linesOf('events', { type: 'session.started', ...range }),
      refused: await linesOf('events', { type: 'sign_in.refused', ...range }),
      reasons: {
        used: await linesOf('events', { type: 'sign_in.refused', reason: 'used', ...range }),
        'person suspended': await linesOf('events', { type: 'sign_in.refused', reason: 'person suspended', ...range }),
      },
      newPeople: await linesOf('events', { type: 'person.created', ...range }),
    })
    expect(figures).toMatchObject({
      people: { active: 52, suspended: 1 },
      sessions: { live: 57 },
      refusals: [
        { reason: 'used', count: 2 },
        { reason: 'person suspended', count: 1 },
      ],
    })
    for (const { day } of figures.newPeople) {
      const ofDay = { from: `${day}T00:00:00.000Z`, to: new Date(Date.parse(day) + dayMs).toISOString() }
      expect(sum(figures.newPeople.filter((row) => row.day === day))).toBe(
        await linesOf('events', { type: 'person.created', ...ofDay }),
      )
      expect(sum(figures.signIns.filter((row) => row.day === day))).toBe(
        await linesOf('events', { type: 'session.started,sign_in.refused', ...ofDay }),
      )
    }
  })

  test('reject a malformed date range and one that is too long', async () => {
    const app = await createTestServer()
    const { browser } = await openBrowserWithRole(app, ethereumTestKeys.alice, 'auditor')
    for (const query of [
      '?from=2026-02-30',
      '?from=2026-01-02&to=2026-01-01',
      '?from=2024-01-01&to=2026-01-01',
      '?from=yesterday',
      '?days=3',
    ]) {
      const response = await browser.send('GET', `/api/admin/metrics${query}`)
      expect([response.statusCode, response.json<{ code: string }>().code], query).toEqual([400, 'request.invalid'])
    }
  })

  test.each<[AdminRole | null, number]>([
    [null, 403],
    ['auditor', 200],
    ['administrator', 200],
    ['owner', 200],
  ])('respond to a caller with role %s with status %s', async (role, status) => {
    const app = await createTestServer()
    const { browser } = await openBrowserWithRole(app, ethereumTestKeys.alice, role)
    expect((await browser.send('GET', '/api/admin/metrics')).statusCode).toBe(status)
    expect((await app.openBrowser().send('GET', '/api/admin/metrics')).statusCode).toBe(401)
  })
})
