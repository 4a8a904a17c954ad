import { expect, test } from 'vitest'
import { createTestServer, testClockStartTime } from '../../testing/countersign-test-server.ts'
import type { TestServer } from '../../testing/countersign-test-server.ts'
import { decideDataRetentionAction } from './data-retention-clock-jump-guard.ts'
import { sequenceAllAuditEntries } from '../../testing/inspect-test-database.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

test.each([
  [
    'checked less than an hour ago',
    { checked_at: 100 * dayMs, clock_stable_since: 0 },
    100 * dayMs + hourMs - 1,
    'skip',
  ],
  ['checked an hour ago', { checked_at: 100 * dayMs, clock_stable_since: 0 }, 100 * dayMs + hourMs, 'apply'],
  [
    'clock stable for less than a day',
    { checked_at: 100 * dayMs, clock_stable_since: 99.5 * dayMs },
    100 * dayMs + hourMs,
    'record',
  ],
  ['checked two days ago', { checked_at: 100 * dayMs, clock_stable_since: 0 }, 102 * dayMs, 'apply'],
  ['checked more than two days ago', { checked_at: 100 * dayMs, clock_stable_since: 0 }, 102 * dayMs + 1, 'record'],
  ['never checked', { checked_at: 0, clock_stable_since: 0 }, 100 * dayMs, 'record'],
  [
    'clock of another instance slightly ahead',
    { checked_at: 100 * dayMs, clock_stable_since: 0 },
    100 * dayMs - hourMs,
    'skip',
  ],
  [
    'clock set back by more than an hour',
    { checked_at: 100 * dayMs, clock_stable_since: 0 },
    100 * dayMs - hourMs - 1,
    'record',
  ],
] as const)('data retention decision: %s', (_when, retention, now, expected) => {
  expect(decideDataRetentionAction(retention, now)).toBe(expected)
})

async function leaveTraces(app: TestServer): Promise<void> {
  const stranger = app.openBrowser()
  await stranger.send('POST', '/api/sign-in', {
    ...(await stranger.signChallenge()),
    signature: `0x${'11'.repeat(65)}`,
  })
  const browser = app.openBrowser()
  await browser.send('POST', '/api/sign-in', await browser.signChallenge())
  await browser.send('POST', '/api/sign-out')
}

async function left({ database: { queries } }: TestServer): Promise<{ refused: number; sessions: number }> {
  await sequenceAllAuditEntries(queries)
  const refused = await queries.selectFrom('audit_events').select('sequence').where('outcome', '=', 'refused').execute()
  return { refused: refused.length, sessions: (await queries.selectFrom('sessions').select('id').execute()).length }
}

async function pass(app: TestServer, days: number): Promise<void> {
  for (let hour = 0; hour < days * 24; hour += 1) {
    app.clock.now += hourMs
    await app.pruneExpired()
  }
}

test('the background job expires refused attempts and ended sessions after their retention period', async () => {
  const app = await createTestServer({
    environment: { COUNTERSIGN_REFUSED_ATTEMPT_RETENTION_DAYS: '7', COUNTERSIGN_ENDED_SESSION_RETENTION_DAYS: '7' },
  })
  await leaveTraces(app)
  await pass(app, 6.9)
  expect(await left(app)).toEqual({ refused: 1, sessions: 1 })
  await pass(app, 1.2)
  expect(await left(app)).toEqual({ refused: 0, sessions: 0 })
})

test('N14: retention deletes nothing when the clock jumps years ahead for an hour', async () => {
  const app = await createTestServer()
  await leaveTraces(app)
  await pass(app, 2)
  const { now } = app.clock
  app.clock.now = testClockStartTime + 5000 * dayMs
  await pass(app, 0.1)
  app.clock.now = now
  await pass(app, 2)
  expect(await left(app)).toEqual({ refused: 1, sessions: 1 })
})

test('N14: retention waits a day before it deletes anything from a restored database', async () => {
  const app = await createTestServer()
  await leaveTraces(app)
  await pass(app, 2)
  app.clock.now += 400 * dayMs
  await pass(app, 1)
  expect(await left(app)).toEqual({ refused: 1, sessions: 1 })
  await pass(app, 0.2)
  expect(await left(app)).toEqual({ refused: 0, sessions: 0 })
})
