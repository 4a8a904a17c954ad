// Tests of audit event aggregation.
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { describe, expect, test } from 'vitest'
import { appendTimedAuditEvents } from '../../audit-log/append-audit-events.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { createTestServer, ethereumTestKeys, testClockStartTime } from '../../testing/countersign-test-server.ts'
import { databaseKinds } from '../../testing/database-fixtures.ts'
import { openBrowserWithRole } from '../../testing/admin-role-test-steps.ts'

const minuteMs = 60_000

describe.each(databaseKinds)('audit event aggregation on %s', (kind) => {
  test('counts filtered entries per group, largest first, and flags incomplete results', async () => {
    const app = await createTestServer({ database: kind })
    const { browser, personId } = await openBrowserWithRole(app, ethereumTestKeys.alice, 'auditor')
    const write = (many: number, applicationId: string, networkPrefix: string, from: number) =>
      app.database.queries.transaction().execute((transaction) =>
        appendTimedAuditEvents(
          transaction,
          systemRandomBytes,
          Array.from({ length: many }, (_, place) => ({
            at: from + place * minuteMs,
            event: {
              type: 'sign_in.refused' as const,
              outcome: 'refused' as const,
              details: { applicationId, reason: 'used' },
              evidence: { personId: null, content: { networkPrefix } },
            },
          })),
        ),
      )
    await write(3, 'wiki', '203.0.113.0/24', testClockStartTime)
    await write(2, 'chat', '198.51.100.0/24', testClockStartTime)
    await write(2, 'wiki', '198.51.100.0/24', testClockStartTime - 13 * 60 * minuteMs)
    const read = async (query: string) =>
      (await browser.send('GET', `/api/admin/events/aggregate?${query}`)).json<
        AdminApiEndpointOutput<'aggregateEvents'>
      >()

    const byNetwork = await read('by=network&type=sign_in.refused')
    expect(byNetwork).toMatchObject({ scanned: 7, isComplete: true })
    expect(byNetwork.items).toEqual([
      {
        person: null,
        application: null,
        network: '198.51.100.0/24',
        count: 4,
        firstAt: new Date(testClockStartTime - 13 * 60 * minuteMs).toISOString(),
        lastAt: new Date(testClockStartTime + minuteMs).toISOString(),
        days: [
          { day: '2026-01-14', count: 2 },
          { day: '2026-01-15', count: 2 },
        ],
      },
      expect.objectContaining({ network: '203.0.113.0/24', count: 3 }),
    ])
    const byApplication = await read('by=application&outcome=refused')
    expect(byApplication.items.map(({ application, count }) => [application?.id, count])).toEqual([
      ['wiki', 5],
      ['chat', 2],
    ])
    const byPerson = await read('by=person')
    expect(byPerson.items.map(({ person }) => person?.id)).toEqual(expect.arrayContaining([personId, undefined]))
    expect((await read('by=reason')) as unknown).toMatchObject({ code: 'request.invalid' })
    await write(11_000, 'wiki', '203.0.113.0/24', testClockStartTime)
    expect(await read('by=network&type=sign_in.refused')).toMatchObject({ scanned: 10_000, isComplete: false })
  })
})
