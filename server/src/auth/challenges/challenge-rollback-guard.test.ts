// Whether a database that went back in time is found out, and what follows (THREATS M18, N14).
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { backupSqlite } from '../../platform/database/backup-sqlite.ts'
import type { Database } from '../../platform/database/open-database.ts'
import { createTestApp, testStartTime } from '../../testing/test-app.ts'
import type { TestApp, TestBrowser } from '../../testing/test-app.ts'
import { createTestDatabase, databaseKinds, openTestDatabase, openUntilTestEnds } from '../../testing/test-databases.ts'
import { createChallengeRollbackGuard } from './challenge-rollback-guard.ts'
import type { ChallengeRollbackGuard, SpentChallengeLog } from './challenge-rollback-guard.ts'
import { isChallengeSpent, markChallengeSpent, pruneSpentChallenges } from './spent-challenge-store.ts'
import { openSpentChallengeFile, createInMemorySpentChallengeLog } from './spent-challenge-file.ts'

const minute = 60_000
const ids = Array.from({ length: 20 }, (_, index) => `${'0'.repeat(24)}${String(index).padStart(2, '0')}`)

describe.each(databaseKinds)('the floor on %s', (kind) => {
  let database: Database
  let now: number
  let memory: SpentChallengeLog

  beforeEach(async () => {
    database = await openTestDatabase(kind)
    now = testStartTime
    memory = createInMemorySpentChallengeLog()
  })

  const floorOf = (serverKey = Buffer.alloc(32, 1), kept = memory): ChallengeRollbackGuard =>
    createChallengeRollbackGuard({
      queries: database.queries,
      clock: () => now,
      serverKey,
      spentChallengeLog: kept,
      expectsSpentChallengeLog: kind === 'sqlite',
      toleranceMs: minute,
    })
  const spend = async (floor: ChallengeRollbackGuard, id: string) => {
    const spending = { id, expiresAt: now + 5 * minute }
    await database.queries.transaction().execute((transaction) => markChallengeSpent(transaction, spending))
    floor.recordSpent(spending)
  }
  /** Whether what was issued a moment ago counts, after a look. */
  const counts = async (floor: ChallengeRollbackGuard): Promise<boolean> => {
    const issuedAt = now - 1
    await floor.detectRollback()
    return !floor.isInvalidated(issuedAt)
  }

  test('lets nothing pass before it was looked for, and everything on a new database', async () => {
    const floor = floorOf()
    expect(floor.isInvalidated(now)).toBe(true)
    expect(await counts(floor)).toBe(true)
  })

  test('stays where it was over restarts, sweeps, and instances', async () => {
    const one = floorOf()
    await one.detectRollback()
    for (const id of ids) await spend(one, id)
    expect(await counts(one)).toBe(true)
    expect(await counts(floorOf())).toBe(true)
    // Another instance remembers what it has spent itself.
    if (kind === 'postgres')
      expect(await counts(floorOf(undefined, { ...createInMemorySpentChallengeLog(), readRecent: () => null }))).toBe(
        true,
      )
    // Also where it stood still for a while itself, and later when nothing of it is left.
    for (let days = 0; days < 3; days++) {
      now += 24 * 60 * minute
      await pruneSpentChallenges(database.queries, now)
      expect(await counts(one)).toBe(true)
    }
  })

  test('N14 rises where the database does not know what was spent last, once', async () => {
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
    // Also for an instance that noticed nothing itself.
    const other = floorOf(undefined, createInMemorySpentChallengeLog())
    await other.detectRollback()
    expect([other.isInvalidated(testStartTime + 1000), other.isInvalidated(testStartTime + 1001)]).toEqual([
      true,
      false,
    ])
  })

  test('N14 rises where nobody has used the database for a while', async () => {
    await floorOf().detectRollback()
    now += 10 * minute
    expect(await counts(floorOf())).toBe(true)
    now += 10 * minute + 1
    expect(await counts(floorOf())).toBe(false)
  })

  test('rises with another key of the server', async () => {
    await floorOf().detectRollback()
    now += 1000
    expect(await counts(floorOf(Buffer.alloc(32, 2)))).toBe(false)
  })

  test('N14 rises where the clock has gone back since the database was last used', async () => {
    await floorOf().detectRollback()
    now += 60 * minute
    await floorOf().detectRollback()
    now -= 60 * minute
    const floor = floorOf()
    await floor.detectRollback()
    expect([floor.isInvalidated(now), floor.isInvalidated(now + 1)]).toEqual([true, false])
  })

  test('comes down again where a clock that was wrong had set it', async () => {
    await floorOf().detectRollback()
    now += 60 * minute
    await floorOf().detectRollback()
    now -= 60 * minute
    const floor = floorOf()
    await floor.detectRollback()
    expect(floor.isInvalidated(now + 1)).toBe(false)
  })
})

describe.each(databaseKinds)('the sweep of spent challenges on %s', (kind) => {
  test('M1 N14 keeps a spent challenge for 24 hours after it expired, and returns how many it removed', async () => {
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

test('N14 rises where a file was copied to a place that remembers nothing', async () => {
  const database = await openTestDatabase('sqlite')
  const floorWith = (spentChallengeLog: SpentChallengeLog) =>
    createChallengeRollbackGuard({
      queries: database.queries,
      clock: () => testStartTime,
      serverKey: Buffer.alloc(32, 1),
      spentChallengeLog,
      expectsSpentChallengeLog: true,
      toleranceMs: 0,
    })
  await floorWith(createInMemorySpentChallengeLog()).detectRollback()
  await database.queries
    .transaction()
    .execute((transaction) => markChallengeSpent(transaction, { id: ids[0] ?? '', expiresAt: testStartTime }))
  const floor = floorWith({ ...createInMemorySpentChallengeLog(), readRecent: () => null })
  await floor.detectRollback()
  expect(floor.isInvalidated(testStartTime - 1)).toBe(true)
})

describe.each(databaseKinds)('M18 N14 a clock that is wrong for a while on %s', (kind) => {
  test('a sweep while the clock is 49 hours ahead forgets no spent challenge, and the same message is refused after', async () => {
    let uptime = 0
    const app = await createTestApp({ database: kind, monotonic: () => uptime })
    const browser = app.openBrowser()
    const spent = await browser.signChallenge()
    expect((await browser.send('POST', '/api/sign-in', spent)).statusCode).toBe(200)
    uptime += minute
    app.clock.now += 49 * 60 * minute
    await app.pruneExpired()
    app.clock.now = testStartTime + minute
    expect((await browser.send('POST', '/api/sign-in', spent)).json()).toMatchObject({ code: 'challenge.unusable' })
    // What expired is still removed, once it is really over.
    uptime += 30 * 60 * minute
    app.clock.now += 30 * 60 * minute
    await app.pruneExpired()
    expect(await app.database.queries.selectFrom('spent_challenges').selectAll().execute()).toEqual([])
  })

  test('a clock that goes back refuses at once what was issued until then, and not what comes next', async () => {
    const app = await createTestApp({ database: kind })
    const browser = app.openBrowser()
    app.clock.now += 60 * minute
    await app.pruneExpired()
    app.clock.now = testStartTime - minute
    const before = await browser.signChallenge()
    app.clock.now = testStartTime + 60 * minute
    await browser.send('POST', '/api/challenges', { purpose: 'sign-in' })
    app.clock.now = testStartTime + 2 * minute
    // No sweep has run since. The spending of the message may have been removed while the clock was ahead.
    expect((await browser.send('POST', '/api/sign-in', before)).json()).toMatchObject({ code: 'challenge.unusable' })
    app.clock.now += 1
    expect((await browser.signIn()).statusCode).toBe(200)
    app.clock.now += minute
    await app.pruneExpired()
    expect((await browser.signIn()).statusCode).toBe(200)
    expect(app.log.filter((line) => line.includes('or the clock went back')).length).toBe(1)
  })
})

describe('the memory of spendings', () => {
  const folder = (): string => {
    const made = mkdtempSync(join(tmpdir(), 'countersign-memory-'))
    onTestFinished(() => rmSync(made, { recursive: true, force: true }))
    return made
  }
  const never = (error: unknown): void => {
    throw error
  }

  test('holds the last eight, over a restart', () => {
    const path = join(folder(), 'spent')
    const memory = openSpentChallengeFile(path, never)
    expect([memory.readRecent(), existsSync(path)]).toEqual([null, false])
    for (const [index, id] of ids.entries()) memory.record({ id, expiresAt: testStartTime + index })
    const last = ids.slice(-8).toSorted()
    expect(
      memory
        .readRecent()
        ?.map(({ id }) => id)
        .toSorted(),
    ).toEqual(last)
    expect(
      openSpentChallengeFile(path, never)
        .readRecent()
        ?.map(({ id }) => id)
        .toSorted(),
    ).toEqual(last)
    expect(openSpentChallengeFile(path, never).readRecent()).toContainEqual({
      id: ids[19],
      expiresAt: testStartTime + 19,
    })
    memory.clear()
    expect([memory.readRecent(), openSpentChallengeFile(path, never).readRecent()]).toEqual([[], []])
    memory.record({ id: ids[0] ?? '', expiresAt: testStartTime })
    expect(openSpentChallengeFile(path, never).readRecent()).toEqual([{ id: ids[0], expiresAt: testStartTime }])
  })

  test('is none where the file holds something else', () => {
    const path = join(folder(), 'spent')
    for (const text of ['something else\n', `${ids[0]} 000000000000001\nxx`, '\u0000'.repeat(86)]) {
      writeFileSync(path, text)
      expect([text, openSpentChallengeFile(path, never).readRecent()]).toEqual([text, null])
    }
  })

  test('goes on in this process alone where the file cannot be written, and says so once', () => {
    const failures: unknown[] = []
    const memory = openSpentChallengeFile(join(folder(), 'missing', 'spent'), (error) => failures.push(error))
    for (const id of ids.slice(0, 2)) memory.record({ id, expiresAt: testStartTime })
    expect([memory.readRecent()?.length, failures.length]).toEqual([2, 1])
  })
})

describe('M18 N14 after a restore', () => {
  const environment = { COUNTERSIGN_SIGN_INS_PER_NETWORK_PER_MINUTE: '1000' }

  test('of an SQLite file, by the command or by copying it, what was spent since is refused, and what comes next is not', async () => {
    const address = await createTestDatabase('sqlite')
    const path = address.slice('sqlite:'.length)
    const before = openUntilTestEnds(address)
    const memoryPath = `${path}-spent`
    const fail = (error: unknown): void => {
      throw error
    }
    const one = await createTestApp({ database: before, environment, memory: openSpentChallengeFile(memoryPath, fail) })
    const browser = one.openBrowser()
    const [spent, unspent] = [await browser.signChallenge(), await browser.signChallenge()]
    await backupSqlite(path, `${path}-backup`, async () => {})
    expect((await browser.send('POST', '/api/sign-in', spent)).statusCode).toBe(200)
    await before.close()
    for (const beside of ['-wal', '-shm']) rmSync(`${path}${beside}`, { force: true })
    writeFileSync(path, readFileSync(`${path}-backup`))

    const two = await createTestApp({
      database: openUntilTestEnds(address),
      environment,
      memory: openSpentChallengeFile(memoryPath, fail),
    })
    two.clock.now = testStartTime + 1000
    await restart(two, browser, [spent, unspent])
  })

  test('of PostgreSQL under an instance that runs on, the next look finds it out', async () => {
    const app = await createTestApp({ database: 'postgres', environment })
    const browser = app.openBrowser()
    const [spent, unspent] = [await browser.signChallenge(), await browser.signChallenge()]
    expect((await browser.send('POST', '/api/sign-in', spent)).statusCode).toBe(200)
    await app.database.queries.deleteFrom('spent_challenges').execute()
    app.clock.now += 1000
    await restart(app, browser, [spent, unspent])
  })

  /** Looks at the clock of now, and shows what was issued before and what comes after. */
  async function restart(
    app: TestApp,
    browser: TestBrowser,
    issuedBefore: { message: string; signature: string }[],
  ): Promise<void> {
    expect(app.log.some((line) => line.includes('challenges issued until now are refused'))).toBe(
      app.database.kind === 'sqlite',
    )
    await app.pruneExpired()
    expect(app.log.filter((line) => line.includes('challenges issued until now are refused')).length).toBe(1)
    const after = app.openBrowser()
    for (const [name, value] of browser.cookies) after.cookies.set(name, value)
    for (const signed of issuedBefore)
      expect((await after.send('POST', '/api/sign-in', signed)).json()).toMatchObject({
        code: 'challenge.unusable',
        status: 401,
      })
    const { rows } = (await app.database.pool?.query("select details from events where type = 'sign-in.refused'")) ?? {
      rows: [],
    }
    if (rows.length > 0)
      expect(rows.every(({ details }: { details: string }) => details === '{"reason":"issued before a restore"}')).toBe(
        true,
      )
    app.clock.now += 1
    expect((await after.signIn()).statusCode).toBe(200)
  }
})
