// Tests of dashboard alerts.
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { appendTimedAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { changeApplicationDefinition } from '../../store/applications/change-application-definition.ts'
import { findApplicationById } from '../../store/applications/application-store.ts'
import { createTestServer, ethereumTestKeys, testClockStartTime } from '../../testing/countersign-test-server.ts'
import type { TestServer, TestBrowser } from '../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import { addTestClientApplication } from '../../testing/oidc-application-test-steps.ts'
import { openBrowserWithRole } from '../../testing/admin-role-test-steps.ts'
import { recordCompletedBackup } from '../setup/record-completed-backup.ts'

const dayMs = 86_400_000

const refused = (
  type: 'sign_in.refused' | 'logout.failed' | 'mail.failed',
  details: NewAuditEvent['details'],
): NewAuditEvent => ({
  type,
  outcome: 'refused',
  details,
  evidence: { personId: null, content: {} },
})

const write = (app: TestServer, at: number, many: number, event: NewAuditEvent) =>
  app.database.queries.transaction().execute((transaction) =>
    appendTimedAuditEvents(
      transaction,
      systemRandomBytes,
      Array.from({ length: many }, () => ({ at, event })),
    ),
  )

async function read(browser: TestBrowser): Promise<AdminApiEndpointOutput<'listAlerts'>['items']> {
  const response = await browser.send('GET', '/api/admin/alerts')
  expect(response.statusCode, response.body).toBe(200)
  return response.json<AdminApiEndpointOutput<'listAlerts'>>().items
}

describe('admin dashboard alerts', () => {
  test('are empty on a healthy server', async () => {
    const app = await createTestServer()
    const { browser } = await openBrowserWithRole(app, ethereumTestKeys.alice, 'auditor')
    await write(app, testClockStartTime, 49, refused('sign_in.refused', { reason: 'used' }))
    expect(await read(browser)).toEqual([])
  })

  testOnBothDatabases('include recent logout failures, with the application if only one is affected', async (kind) => {
    const app = await createTestServer({ database: kind })
    const { browser } = await openBrowserWithRole(app, ethereumTestKeys.alice, 'auditor')
    await addTestClientApplication(app, { id: 'wiki', name: 'Wiki' })
    await write(app, testClockStartTime - 8 * dayMs, 1, refused('logout.failed', { applicationId: 'chat' }))
    await write(app, testClockStartTime, 3, refused('logout.failed', { applicationId: 'wiki' }))
    expect((await read(browser))[0]).toMatchObject({
      kind: 'logouts',
      count: 3,
      hasMore: false,
      application: { id: 'wiki', name: 'Wiki' },
    })
    await write(app, testClockStartTime, 1, refused('logout.failed', { applicationId: 'chat' }))
    expect((await read(browser))[0]).toMatchObject({ count: 4, application: null })
  })

  test('include recent emails that the mail server refused', async () => {
    const app = await createTestServer()
    const { browser } = await openBrowserWithRole(app, ethereumTestKeys.alice, 'auditor')
    await write(app, testClockStartTime - 8 * dayMs, 1, refused('mail.failed', { reason: 'EENVELOPE 550' }))
    expect(await read(browser)).toEqual([])
    await write(app, testClockStartTime, 2, refused('mail.failed', { reason: 'EENVELOPE 550' }))
    expect(await read(browser)).toMatchObject([{ kind: 'mails', count: 2, hasMore: false }])
  })

  test('include an application whose introspection the upgrade narrowed, until it is saved', async () => {
    const app = await createTestServer()
    const { browser } = await openBrowserWithRole(app, ethereumTestKeys.alice, 'auditor')
    const resources = [{ resource: 'https://api.example/', scopes: ['read'] }]
    await addTestClientApplication(app, { id: 'api', name: 'API', kind: 'machine', resources })
    await app.database.queries.updateTable('applications').set({ introspection_narrowed: 1 }).execute()
    expect(await read(browser)).toEqual([{ kind: 'introspection', id: 'api', name: 'API', isOwn: true }])
    const { definition } = (await findApplicationById(app.database.queries, 'api'))!
    const context = { queries: app.database.queries, random: systemRandomBytes }
    expect(await changeApplicationDefinition(context, { definition }, testClockStartTime)).toMatchObject({
      outcome: 'changed',
      changes: ['introspection confirmed (previously "all")'],
    })
    expect(await read(browser)).toEqual([])
  })

  testOnBothDatabases(
    'include applications that release 0.1.0 has saved after the upgrade, with full introspection',
    async (kind) => {
      const app = await createTestServer({ database: kind })
      const { browser } = await openBrowserWithRole(app, ethereumTestKeys.alice, 'auditor')
      const resources = [{ resource: 'https://api.example/', scopes: ['read'] }]
      await addTestClientApplication(app, { id: 'api', name: 'API', kind: 'machine', resources })
      await addTestClientApplication(app, { id: 'wiki', name: 'Wiki' })
      await sql`update applications set definition = replace(definition, '"introspection":"own"', '"introspection":"all"')`.execute(
        app.database.queries,
      )
      expect(await read(browser)).toEqual([
        { kind: 'introspection', id: 'api', name: 'API', isOwn: false },
        { kind: 'introspection', id: 'wiki', name: 'Wiki', isOwn: true },
      ])
      const introspectionOf = async (id: string) =>
        (await findApplicationById(app.database.queries, id))?.definition.introspection
      expect(await introspectionOf('api')).toEqual(['https://api.example/'])
      expect(await introspectionOf('wiki')).toBe('own')
    },
  )

  testOnBothDatabases('include a burst of refusals, far more than on a usual day', async (kind) => {
    const app = await createTestServer({ database: kind })
    const { browser } = await openBrowserWithRole(app, ethereumTestKeys.alice, 'auditor')
    const attempt = refused('sign_in.refused', { reason: 'used' })
    await write(app, testClockStartTime - dayMs, 70, attempt)
    await write(app, testClockStartTime, 49, attempt)
    const ofRefusals = async () => (await read(browser)).filter((item) => item.kind === 'refusals')
    expect(await ofRefusals()).toEqual([])
    await write(app, testClockStartTime, 1, attempt)
    expect(await ofRefusals()).toEqual([
      {
        kind: 'refusals',
        count: 50,
        usual: 10,
        from: `${new Date(testClockStartTime).toISOString().slice(0, 10)}T00:00:00.000Z`,
      },
    ])
    await write(app, testClockStartTime - 2 * dayMs, 700, attempt)
    expect(await ofRefusals()).toEqual([])
  })

  testOnBothDatabases(
    'include sign-ins that stopped, with the errors that browsers reported as an explanation',
    async (kind) => {
      const app = await createTestServer({ database: kind })
      const started: NewAuditEvent = {
        type: 'session.started',
        outcome: 'success',
        details: { method: 'passkey' },
        evidence: { personId: null, content: {} },
      }
      const startOfDay = Date.parse('2026-01-15T00:00:00.000Z')
      for (let day = 30; day > 1; day -= 1) await write(app, startOfDay - day * dayMs, 15, started)
      const { browser } = await openBrowserWithRole(app, ethereumTestKeys.alice, 'auditor')
      for (const body of [
        { reason: 'script-failed' },
        { reason: 'wallet-failed', wallet: 'MetaMask' },
        { reason: 'wallet-failed', wallet: 'Rabby' },
      ])
        await app.openBrowser().send('POST', '/api/sign-in-failures', body)
      const readStopped = async () => (await read(browser)).filter(({ kind: alert }) => alert === 'sign_ins_stopped')
      const alert = { kind: 'sign_ins_stopped', walletName: null, usual: 15 }
      // The auditor signed in to see this.
      expect(await readStopped()).toEqual([
        {
          ...alert,
          way: null,
          since: '2026-01-13T00:00:00.000Z',
          adminSignIns: 1,
          failures: 3,
          failureReason: 'wallet-failed',
        },
      ])
      await app.openBrowser().signIn(ethereumTestKeys.bob)
      // Failures of wallets do not explain why no one uses a passkey.
      expect(await readStopped()).toEqual([
        {
          ...alert,
          way: 'passkey',
          since: '2026-01-14T00:00:00.000Z',
          adminSignIns: 0,
          failures: 1,
          failureReason: 'script-failed',
        },
      ])
    },
  )

  test('include a missing or old backup, once the server has run for a week', async () => {
    const app = await createTestServer()
    await write(app, testClockStartTime - 9 * dayMs, 1, refused('sign_in.refused', { reason: 'used' }))
    const { browser } = await openBrowserWithRole(app, ethereumTestKeys.alice, 'auditor')
    const ofBackup = async () => (await read(browser)).filter((item) => item.kind === 'backup')
    expect(await ofBackup()).toEqual([{ kind: 'backup', lastAt: null }])
    const { queries } = app.database
    await recordCompletedBackup({ queries, random: systemRandomBytes }, 'copy', testClockStartTime - 9 * dayMs)
    expect(await ofBackup()).toEqual([
      { kind: 'backup', lastAt: new Date(testClockStartTime - 9 * dayMs).toISOString() },
    ])
    await recordCompletedBackup({ queries, random: systemRandomBytes }, 'copy', testClockStartTime - 7 * dayMs)
    expect(await ofBackup()).toEqual([])
  })
})
