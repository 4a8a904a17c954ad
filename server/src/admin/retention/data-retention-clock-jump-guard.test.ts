import { expect, test } from 'vitest'
import { createTestServer, testClockStartTime } from '../../testing/countersign-test-server.ts'
import type { TestServer } from '../../testing/countersign-test-server.ts'
import { decideDataRetentionAction } from './data-retention-clock-jump-guard.ts'
import { sequenceAllAuditEntries } from '../../testing/inspect-test-database.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

test.each([
  ['it was looked a moment ago', { checked_at: 100 * dayMs, clock_stable_since: 0 }, 100 * dayMs + hourMs - 1, 'skip'],
  ['an hour is over', { checked_at: 100 * dayMs, clock_stable_since: 0 }, 100 * dayMs + hourMs, 'apply'],
  [
    'the clock has gone for less than a day',
    { checked_at: 100 * dayMs, clock_stable_since: 99.5 * dayMs },
    100 * dayMs + hourMs,
    'record',
  ],
  ['nobody looked for two days', { checked_at: 100 * dayMs, clock_stable_since: 0 }, 102 * dayMs, 'apply'],
  ['nobody looked for longer', { checked_at: 100 * dayMs, clock_stable_since: 0 }, 102 * dayMs + 1, 'record'],
  ['nobody ever looked', { checked_at: 0, clock_stable_since: 0 }, 100 * dayMs, 'record'],
  [
    'another instance is a little ahead',
    { checked_at: 100 * dayMs, clock_stable_since: 0 },
    100 * dayMs - hourMs,
    'skip',
  ],
  ['the clock was set back', { checked_at: 100 * dayMs, clock_stable_since: 0 }, 100 * dayMs - hourMs - 1, 'record'],
] as const)('where %s', (_when, retention, now, expected) => {
  expect(decideDataRetentionAction(retention, now)).toBe(expected)
})

/** Somebody fails to sign in, and somebody else signs out. */
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

/** Lets the clock go on for days, with a sweep an hour. */
async function pass(app: TestServer, days: number): Promise<void> {
  for (let hour = 0; hour < days * 24; hour += 1) {
    app.clock.now += hourMs
    await app.pruneExpired()
  }
}

test('the sweep lets go what is over once its time has come, by itself', async () => {
  const app = await createTestServer({
    environment: { COUNTERSIGN_REFUSED_ATTEMPT_RETENTION_DAYS: '7', COUNTERSIGN_ENDED_SESSION_RETENTION_DAYS: '7' },
  })
  await leaveTraces(app)
  await pass(app, 6.9)
  expect(await left(app)).toEqual({ refused: 1, sessions: 1 })
  await pass(app, 1.2)
  expect(await left(app)).toEqual({ refused: 0, sessions: 0 })
})

test('N14 a clock that leaps by years for an hour costs nothing that is kept', async () => {
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

test('N14 a database that is put back is looked at for a day before anything goes', async () => {
  const app = await createTestServer()
  await leaveTraces(app)
  await pass(app, 2)
  app.clock.now += 400 * dayMs
  await pass(app, 1)
  expect(await left(app)).toEqual({ refused: 1, sessions: 1 })
  await pass(app, 0.2)
  expect(await left(app)).toEqual({ refused: 0, sessions: 0 })
})
