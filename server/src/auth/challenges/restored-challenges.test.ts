// Tests of challenges after a database restore and with a wrong clock.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { backupSqlite } from '../../platform/database/backup-sqlite.ts'
import { createTestServer, testClockStartTime } from '../../testing/countersign-test-server.ts'
import type { TestServer, TestBrowser } from '../../testing/countersign-test-server.ts'
import { createTestDatabase, databaseKinds, openDatabaseUntilTestEnds } from '../../testing/database-fixtures.ts'
import { openSpentChallengeReplayLog } from './spent-challenge-replay-log.ts'

const minute = 60_000

describe.each(databaseKinds)('M18 N14: challenges with a temporarily wrong clock on %s', (kind) => {
  test('a spent challenge is still refused after pruning ran with the clock 49 hours ahead', async () => {
    let uptime = 0
    const app = await createTestServer({ database: kind, monotonic: () => uptime })
    const browser = app.openBrowser()
    const spent = await browser.signChallenge()
    expect((await browser.send('POST', '/api/sign-in', spent)).statusCode).toBe(200)
    uptime += minute
    app.clock.now += 49 * 60 * minute
    await app.pruneExpired()
    app.clock.now = testClockStartTime + minute
    expect((await browser.send('POST', '/api/sign-in', spent)).json()).toMatchObject({ code: 'challenge.invalid' })
    uptime += 30 * 60 * minute
    app.clock.now += 30 * 60 * minute
    await app.pruneExpired()
    expect(await app.database.queries.selectFrom('spent_challenges').selectAll().execute()).toEqual([])
  })

  test('challenges issued before the clock moved back are refused, later ones accepted', async () => {
    const app = await createTestServer({ database: kind })
    const browser = app.openBrowser()
    app.clock.now += 60 * minute
    await app.pruneExpired()
    app.clock.now = testClockStartTime - minute
    const before = await browser.signChallenge()
    app.clock.now = testClockStartTime + 60 * minute
    await browser.send('POST', '/api/challenges', { purpose: 'sign-in' })
    app.clock.now = testClockStartTime + 2 * minute
    // The spent challenge may have been pruned while the clock was ahead.
    expect((await browser.send('POST', '/api/sign-in', before)).json()).toMatchObject({ code: 'challenge.invalid' })
    app.clock.now += 1
    expect((await browser.signIn()).statusCode).toBe(200)
    app.clock.now += minute
    await app.pruneExpired()
    expect((await browser.signIn()).statusCode).toBe(200)
    expect(app.log.filter((line) => line.includes('or the clock was set back')).length).toBe(1)
  })
})

describe('M18 N14: challenges after a database restore', () => {
  const environment = { COUNTERSIGN_SIGN_INS_PER_NETWORK_PER_MINUTE: '1000' }

  test('SQLite: challenges issued before the restore are refused, later ones accepted', async () => {
    const address = await createTestDatabase('sqlite')
    const path = address.slice('sqlite:'.length)
    const before = openDatabaseUntilTestEnds(address)
    const memoryPath = `${path}-spent`
    const fail = (error: unknown): void => {
      throw error
    }
    const one = await createTestServer({
      database: before,
      environment,
      memory: openSpentChallengeReplayLog(memoryPath, fail),
    })
    const browser = one.openBrowser()
    const [spent, unspent] = [await browser.signChallenge(), await browser.signChallenge()]
    await backupSqlite(path, `${path}-backup`, async () => {})
    expect((await browser.send('POST', '/api/sign-in', spent)).statusCode).toBe(200)
    await before.close()
    for (const suffix of ['-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
    writeFileSync(path, readFileSync(`${path}-backup`))

    const two = await createTestServer({
      database: openDatabaseUntilTestEnds(address),
      environment,
      memory: openSpentChallengeReplayLog(memoryPath, fail),
    })
    two.clock.now = testClockStartTime + 1000
    await restart(two, browser, [spent, unspent])
  })

  test('PostgreSQL: a running instance detects the restore at its next check', async () => {
    const app = await createTestServer({ database: 'postgres', environment })
    const browser = app.openBrowser()
    const [spent, unspent] = [await browser.signChallenge(), await browser.signChallenge()]
    expect((await browser.send('POST', '/api/sign-in', spent)).statusCode).toBe(200)
    await app.database.queries.deleteFrom('spent_challenges').execute()
    app.clock.now += 1000
    await restart(app, browser, [spent, unspent])
  })

  async function restart(
    app: TestServer,
    browser: TestBrowser,
    issuedBefore: { message: string; signature: string }[],
  ): Promise<void> {
    expect(app.log.some((line) => line.includes('challenges issued so far are refused'))).toBe(
      app.database.kind === 'sqlite',
    )
    await app.pruneExpired()
    expect(app.log.filter((line) => line.includes('challenges issued so far are refused')).length).toBe(1)
    const after = app.openBrowser()
    for (const [name, value] of browser.cookies) after.cookies.set(name, value)
    for (const signed of issuedBefore)
      expect((await after.send('POST', '/api/sign-in', signed)).json()).toMatchObject({
        code: 'challenge.invalid',
        status: 401,
      })
    const { rows } = (await app.database.pool?.query(
      "select details from audit_events where type = 'sign_in.refused'",
    )) ?? {
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
