// Tests of the audit log export and who may read it (THREATS N1, N4, N11, P8).
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import type { AdminRole } from '@countersign/api/admin-role-permissions'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import { createTestServer, ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import { openBrowserWithRole } from '../../testing/admin-role-test-steps.ts'
import { sequenceAllAuditEntries } from '../../testing/inspect-test-database.ts'
import { appendTestAuditEntries } from '../../testing/append-test-audit-entries.ts'

const { alice, bob } = ethereumTestKeys

const events = '/api/admin/events'

type Line = AdminApiEndpointOutput<'readEvent'>

describe('audit log export', () => {
  test('downloads entries as JSON lines, and logs the export without the filter values', async () => {
    const app = await createTestServer()
    const { browser, personId } = await openBrowserWithRole(app, alice, 'auditor')
    await appendTestAuditEntries(
      app,
      ...Array.from({ length: 600 }, (): NewAuditEvent => ({
        type: 'signing_key.created',
        outcome: 'success',
        details: {},
        evidence: { personId: null, content: {} },
      })),
    )
    const file = await browser.send('GET', `${events}/export?format=jsonl&type=signing_key.created`)
    expect(file.headers).toMatchObject({
      'content-type': 'application/jsonl; charset=utf-8',
      'cache-control': 'no-store',
      'content-disposition': 'attachment; filename="countersign-activity-of-all-2026-01-15.jsonl"',
    })
    const lines = file.body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line)
    expect(lines).toHaveLength(600)
    const { rows } = await sql<{
      hash: string
    }>`select hash from audit_events where type = 'signing_key.created' order by sequence desc`.execute(
      app.database.queries,
    )
    expect(lines.map(({ hash }) => hash)).toEqual(rows.map(({ hash }) => hash))

    app.clock.now += 60_000
    expect((await browser.send('GET', `${events}/export?format=jsonl&person=${personId}`)).statusCode).toBe(200)
    await sequenceAllAuditEntries(app.database.queries)
    const exportEvents = await app.database.queries
      .selectFrom('audit_events')
      .innerJoin('audit_event_evidence', 'audit_event_evidence.sequence', 'audit_events.sequence')
      .select(['details', 'content', 'person_id'])
      .where('type', '=', 'audit_log.exported')
      .orderBy('audit_events.sequence')
      .execute()
    expect(exportEvents).toEqual([
      {
        details: '{"format":"jsonl","narrowed":"type"}',
        content: JSON.stringify({ actorId: personId }),
        person_id: personId,
      },
      {
        details: '{"format":"jsonl","narrowed":"person"}',
        content: JSON.stringify({ actorId: personId }),
        person_id: personId,
      },
    ])
  })

  test('N4: writes no spreadsheet formulas to the CSV', async () => {
    const app = await createTestServer()
    const { browser } = await openBrowserWithRole(app, alice, 'auditor')
    const attacker = app.openBrowser({ userAgent: '=HYPERLINK("https://evil.example")' })
    await attacker.signIn(bob)
    await attacker.stepUp(bob)
    await attacker.send('PATCH', '/api/person', { displayName: '@SUM(A1)' })
    // Some locales split cells at semicolons, even inside quotes.
    await app.openBrowser({ userAgent: 'Mozilla; =HYPERLINK("https://evil.example") ;+1;\t-1' }).signIn(bob)
    const { body, headers } = await browser.send('GET', `${events}/export?format=csv`)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8; header=present')
    expect(body.split('\r\n')[0]).toBe(
      '"sequence","at","type","outcome","person","personName","actor","actorName","application","address","networkPrefix","userAgent","details","evidence","previousHash","hash","expiredBy"',
    )
    expect(body).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
    expect(body).toContain(`"'@SUM(A1)"`)
    expect(body).not.toMatch(/(^|,)"[=+\-@]/m)
    expect(body).not.toMatch(/[;\t][\s"]*[=+\-@]/)
    expect(body).toContain("Mozilla; '=HYPERLINK(")
  })

  test.each<[AdminRole | null, string]>([
    [null, 'permission.denied'],
    ['auditor', 'read'],
    ['administrator', 'read'],
    ['owner', 'read'],
  ])('N11 P8: reading and exporting the audit log with role %s: %s', async (role, expected) => {
    const app = await createTestServer()
    const { browser } = await openBrowserWithRole(app, alice, role)
    const nobody = app.openBrowser()
    for (const path of [
      events,
      `${events}/1`,
      `${events}/999999`,
      `${events}/hash-chain`,
      `${events}/export?format=csv`,
    ]) {
      const response = await browser.send('GET', path)
      const code = response.statusCode === 200 ? 'read' : response.json<{ code: string }>().code
      expect(code, path).toBe(expected === 'read' && path.endsWith('999999') ? 'event.not_found' : expected)
      expect((await nobody.send('GET', path)).json(), path).toMatchObject({ code: 'session.required' })
    }
  })

  test('returns 404 for HEAD and logs no export', async () => {
    const app = await createTestServer()
    const { browser } = await openBrowserWithRole(app, alice, 'auditor')
    expect((await browser.send('HEAD' as 'GET', `${events}/export?format=jsonl`)).statusCode).toBe(404)
    await sequenceAllAuditEntries(app.database.queries)
    expect(
      await app.database.queries
        .selectFrom('audit_events')
        .select('type')
        .where('type', '=', 'audit_log.exported')
        .execute(),
    ).toEqual([])
  })

  test('N1 N11: refuses a cross-site link, an expired step-up, and a caller who lost the role', async () => {
    const app = await createTestServer()
    const { browser, personId } = await openBrowserWithRole(app, alice, 'auditor')
    const file = `${events}/export?format=csv`
    expect((await browser.send('GET', file, undefined, { 'sec-fetch-site': 'cross-site' })).json()).toMatchObject({
      code: 'request.cross_origin',
    })
    app.clock.now += app.limits.stepUpFreshnessSeconds * 1000 + app.limits.clockToleranceSeconds * 1000
    expect((await browser.send('GET', file)).json()).toMatchObject({ code: 'step_up.required' })
    expect((await browser.send('GET', events)).statusCode).toBe(200)
    await app.database.queries.deleteFrom('role_assignments').where('person_id', '=', personId).execute()
    expect((await browser.send('GET', events)).json()).toMatchObject({ code: 'permission.denied' })
    await sequenceAllAuditEntries(app.database.queries)
    expect(
      await app.database.queries
        .selectFrom('audit_events')
        .select('type')
        .where('type', '=', 'audit_log.exported')
        .execute(),
    ).toEqual([])
  })
})
