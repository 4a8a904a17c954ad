// Tests of rollback detection for the challenge database (THREATS M18, N14).
import { beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { testClockStartTime } from '../../testing/countersign-test-server.ts'
import { databaseKinds, openTestDatabase } from '../../testing/database-fixtures.ts'
import { createChallengeDatabaseRollbackGuard } from './challenge-database-rollback-guard.ts'
import type { ChallengeDatabaseRollbackGuard, SpentChallengeReplayLog } from './challenge-database-rollback-guard.ts'
import { isChallengeSpent, markChallengeSpent, pruneSpentChallenges } from './spent-challenge-store.ts'
import { createInMemorySpentChallengeReplayLog } from './spent-challenge-replay-log.ts'

const minute = 60_000
const ids = Array.from({ length: 20 }, (_, index) => `${'0'.repeat(24)}${String(index).padStart(2, '0')}`)

describe.each(databaseKinds)('challenge rollback guard on %s', (kind) => {
  let database: Database
  let now: number
  let memory: SpentChallengeReplayLog

  beforeEach(async () => {
    database = await openTestDatabase(kind)
    now = testClockStartTime
    memory = createInMemorySpentChallengeReplayLog()
  })

  const floorOf = (serverKey = Buffer.alloc(32, 1), kept = memory): ChallengeDatabaseRollbackGuard =>
    createChallengeDatabaseRollbackGuard({
      queries: database.queries,
      clock: () => now,
      serverKey,
      spentChallengeLog: kept,
      expectsSpentChallengeLog: kind === 'sqlite',
      toleranceMs: minute,
    })
  const spend = async (floor: ChallengeDatabaseRollbackGuard, id: string) => {
    const spending = { id, expiresAt: now + 5 * minute }
    await database.queries.transaction().execute((transaction) => markChallengeSpent(transaction, spending))
    floor.recordSpent(spending)
  }
  const counts = async (floor: ChallengeDatabaseRollbackGuard): Promise<boolean> => {
    const issuedAt = now - 1
    await floor.detectRollback()
    return !floor.isInvalidated(issuedAt)
  }

  test('rejects every challenge until its first check, then accepts challenges on a new database', async () => {
    const floor = floorOf()
    expect(floor.isInvalidated(now)).toBe(true)
    expect(await counts(floor)).toBe(true)
  })

  test('detects no rollback after restarts, after pruning, or on another instance', async () => {
    const one = floorOf()
    await one.detectRollback()
    for (const id of ids) await spend(one, id)
    expect(await counts(one)).toBe(true)
    expect(await counts(floorOf())).toBe(true)
    // Another instance has its own log of spent challenges.
    if (kind === 'postgres')
      expect(
        await counts(floorOf(undefined, { ...createInMemorySpentChallengeReplayLog(), readRecent: () => null })),
      ).toBe(true)
    for (let days = 0; days < 3; days++) {
      now += 24 * 60 * minute
      await pruneSpentChallenges(database.queries, now)
      expect(await counts(one)).toBe(true)
    }
  })

  test('N14: invalidates earlier challenges once if a recently spent challenge is missing', async () => {
    const floor = floorOf()
    await floor.detectRollback()
    for (const id of ids.slice(0, 3)) await spend(floor, id)
    await database.queries
      .deleteFrom('spent_challenges')
      .where('id', '=', ids[2] ?? '')
      .execute()
    now += 1000
    expect(await counts(floor)).toBe(false)
    expect(floor.isInvalidated(now + 1)).toBe(false)
    now += minute
    expect(await counts(floor)).toBe(true)
    const other = floorOf(undefined, createInMemorySpentChallengeReplayLog())
    await other.detectRollback()
    expect([other.isInvalidated(testClockStartTime + 1000), other.isInvalidated(testClockStartTime + 1001)]).toEqual([
      true,
      false,
    ])
  })

  test('N14: invalidates earlier challenges if the database was unused for over ten minutes', async () => {
    await floorOf().detectRollback()
    now += 10 * minute
    expect(await counts(floorOf())).toBe(true)
    now += 10 * minute + 1
    expect(await counts(floorOf())).toBe(false)
  })

  test('N14 P19: invalidates earlier challenges once if the database went back to before the last check', async () => {
    const floor = floorOf()
    await floor.detectRollback()
    now += 12 * 60 * minute
    expect(await counts(floor)).toBe(true)
    const restore = (lastSeenAt: number) =>
      database.queries.updateTable('challenge_validity').set({ last_seen_at: lastSeenAt }).execute()
    await restore(now - minute)
    now += minute
    expect(await counts(floor)).toBe(true)
    await restore(testClockStartTime)
    now += minute
    expect(await counts(floor)).toBe(false)
    expect(floor.isInvalidated(now + 1)).toBe(false)
    now += minute
    expect(await counts(floor)).toBe(true)
  })

  test('invalidates earlier challenges when the server key changes', async () => {
    await floorOf().detectRollback()
    now += 1000
    expect(await counts(floorOf(Buffer.alloc(32, 2)))).toBe(false)
  })

  test('N14: invalidates earlier challenges if the clock moved back since the last use', async () => {
    await floorOf().detectRollback()
    now += 60 * minute
    await floorOf().detectRollback()
    now -= 60 * minute
    const floor = floorOf()
    await floor.detectRollback()
    expect([floor.isInvalidated(now), floor.isInvalidated(now + 1)]).toEqual([true, false])
  })

  test('accepts new challenges at once after the clock is corrected from an hour ahead', async () => {
    await floorOf().detectRollback()
    now += 60 * minute
    await floorOf().detectRollback()
    now -= 60 * minute
    const floor = floorOf()
    await floor.detectRollback()
    expect(floor.isInvalidated(now + 1)).toBe(false)
  })
})

describe.each(databaseKinds)('pruning of spent challenges on %s', (kind) => {
  test('M1 N14: keeps spent challenges for 24 hours after expiry and returns the number removed', async () => {
    const { queries } = await openTestDatabase(kind)
    const day = 24 * 60 * minute
    const challenges = [4000, 4001, 5000].map((expiresAt, index) => ({ id: ids[index] ?? '', expiresAt }))
    for (const challenge of challenges)
      await queries.transaction().execute((transaction) => markChallengeSpent(transaction, challenge))
    const areSpent = async () => Promise.all(challenges.map((challenge) => isChallengeSpent(queries, challenge)))
    expect(await pruneSpentChallenges(queries, 3999 + day)).toBe(0)
    expect(await areSpent()).toEqual([true, true, true])
    expect(await pruneSpentChallenges(queries, 4000 + day)).toBe(1)
    expect(await areSpent()).toEqual([false, true, true])
    expect(await pruneSpentChallenges(queries, 5000 + day)).toBe(2)
    expect(await areSpent()).toEqual([false, false, false])
  })
})

test('N14: invalidates earlier challenges if an SQLite file is copied without its replay log', async () => {
  const database = await openTestDatabase('sqlite')
  const floorWith = (spentChallengeLog: SpentChallengeReplayLog) =>
    createChallengeDatabaseRollbackGuard({
      queries: database.queries,
      clock: () => testClockStartTime,
      serverKey: Buffer.alloc(32, 1),
      spentChallengeLog,
      expectsSpentChallengeLog: true,
      toleranceMs: 0,
    })
  await floorWith(createInMemorySpentChallengeReplayLog()).detectRollback()
  await database.queries
    .transaction()
    .execute((transaction) => markChallengeSpent(transaction, { id: ids[0] ?? '', expiresAt: testClockStartTime }))
  const floor = floorWith({ ...createInMemorySpentChallengeReplayLog(), readRecent: () => null })
  await floor.detectRollback()
  expect(floor.isInvalidated(testClockStartTime - 1)).toBe(true)
})
