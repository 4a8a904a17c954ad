import { describe, expect, test } from 'vitest'
import { appendTimedAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import { updateAuditEventCounts } from '../../audit-log/count-audit-events.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { sequenceAllAuditEntries } from '../../testing/inspect-test-database.ts'
import { databaseKinds, openTestDatabase } from '../../testing/database-fixtures.ts'
import { countAuditEventsByDay, listRecentDays } from './count-audit-events-by-day.ts'

const dayMs = 86_400_000
const now = Date.parse('2026-01-15T10:00:00Z')
const line = (type: NewAuditEvent['type'], details: NewAuditEvent['details']): NewAuditEvent => ({
  type,
  outcome: 'success',
  details,
  evidence: { personId: null, content: {} },
})
const joins = (group: string) => line('group.member_added', { group })

describe.each(databaseKinds)('daily audit event counts on %s', (kind) => {
  test('are separate by type and subject, include uncounted entries, and cover 30 days', async () => {
    const { queries } = await openTestDatabase(kind)
    const write = async (...lines: { at: number; event: NewAuditEvent }[]) => {
      await queries
        .transaction()
        .execute((transaction) => appendTimedAuditEvents(transaction, systemRandomBytes, lines))
      await sequenceAllAuditEntries(queries)
    }
    await write(
      { at: now - 30 * dayMs, event: joins('crew') },
      { at: now - 29 * dayMs, event: joins('crew') },
      { at: now - dayMs, event: line('group.member_removed', { group: 'crew', reason: 'read' }) },
      { at: now - dayMs, event: line('group.member_removed', { group: 'crew', reason: 'unreachable' }) },
      { at: now, event: joins('others') },
      { at: now, event: line('application.authorized', { applicationId: 'crew' }) },
    )
    while ((await updateAuditEventCounts(queries)) > 0);
    await write({ at: now, event: joins('crew') }, { at: now, event: joins('crew') })
    const byDay = await countAuditEventsByDay(
      queries,
      ['group.member_added', 'group.member_removed'],
      ['crew', 'team'],
      now,
    )
    const none = listRecentDays(now).map(() => 0)
    expect(listRecentDays(now)).toHaveLength(30)
    expect(byDay('group.member_added', 'crew')).toEqual([1, ...none.slice(2), 2])
    expect(byDay('group.member_removed', 'crew')).toEqual([...none.slice(2), 2, 0])
    expect(byDay('group.member_added', 'team')).toEqual(none)
    expect(
      (await countAuditEventsByDay(queries, ['group.member_added'], [], now))('group.member_added', 'crew'),
    ).toEqual(none)
  })
})
