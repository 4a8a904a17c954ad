import { describe, expect, test } from 'vitest'
import { appendTimedEvents } from '../../audit-log/append.ts'
import type { NewEvent } from '../../audit-log/append.ts'
import { countEvents } from '../../audit-log/count.ts'
import { systemRandom } from '../../platform/clock.ts'
import { settled } from '../../testing/read-all.ts'
import { databaseKinds, openTestDatabase } from '../../testing/test-databases.ts'
import { countByDay, lastDays } from './count-by-day.ts'

const dayMs = 86_400_000
const now = Date.parse('2026-01-15T10:00:00Z')
const line = (type: NewEvent['type'], details: NewEvent['details']): NewEvent => ({
  type,
  outcome: 'success',
  details,
  evidence: { personId: null, content: {} },
})
const joins = (group: string) => line('group.joined', { group })

describe.each(databaseKinds)('what happened by the day on %s', (kind) => {
  test('is told of each thing and kind apart, counted or not, and of no other days', async () => {
    const { queries } = await openTestDatabase(kind)
    const write = async (...lines: { at: number; event: NewEvent }[]) => {
      await queries.transaction().execute((transaction) => appendTimedEvents(transaction, systemRandom, lines))
      await settled(queries)
    }
    await write(
      { at: now - 30 * dayMs, event: joins('crew') },
      { at: now - 29 * dayMs, event: joins('crew') },
      { at: now - dayMs, event: line('group.left', { group: 'crew', reason: 'read' }) },
      { at: now - dayMs, event: line('group.left', { group: 'crew', reason: 'unreachable' }) },
      { at: now, event: joins('others') },
      { at: now, event: line('application.authorized', { applicationId: 'crew' }) },
    )
    while ((await countEvents(queries)) > 0);
    await write({ at: now, event: joins('crew') }, { at: now, event: joins('crew') })
    const byDay = await countByDay(queries, ['group.joined', 'group.left'], ['crew', 'team'], now)
    const none = lastDays(now).map(() => 0)
    expect(lastDays(now)).toHaveLength(30)
    expect(byDay('group.joined', 'crew')).toEqual([1, ...none.slice(2), 2])
    expect(byDay('group.left', 'crew')).toEqual([...none.slice(2), 2, 0])
    expect(byDay('group.joined', 'team')).toEqual(none)
    expect((await countByDay(queries, ['group.joined'], [], now))('group.joined', 'crew')).toEqual(none)
  })
})
