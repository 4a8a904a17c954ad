import BetterSqlite from 'better-sqlite3'
import { mountSizeLimitedTestDisk } from '@countersign/testing/size-limited-test-disk'
import { copyFileSync, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createTestServer } from '../../testing/countersign-test-server.ts'
import { openAndMigrateDatabase } from './open-configured-database.ts'
import { openDatabase } from './open-sqlite-or-postgres-database.ts'

/** Copies what a crash leaves: the file and its WAL, but not the WAL index. */
function crashInto(path: string, into: string): void {
  for (const end of ['', '-wal']) copyFileSync(path + end, into + end)
}

/** Each word takes three WAL pages, so the WAL outgrows the first index part (4062 entries). */
const manyWords = 2500

test('N14: a commit that fails on a full disk but survives a crash is reported as outcome unknown', async ({
  skip,
}) => {
  const disk = mountSizeLimitedTestDisk(64)
  if (disk === null) return skip('no disk can be mounted here')
  const elsewhere = mkdtempSync(join(tmpdir(), 'countersign-crashed-'))
  onTestFinished(() => {
    disk.close()
    rmSync(elsewhere, { recursive: true, force: true })
  })
  // A WAL file keeps its length when it restarts, so it has space even on a full disk.
  const first = new BetterSqlite(join(elsewhere, 'first.db'))
  first.pragma('journal_mode = wal')
  first.pragma('wal_autocheckpoint = 0')
  first.exec('create table words (word integer primary key, filler blob)')
  const insert = first.prepare('insert into words values (?, randomblob(2500))')
  for (let word = 1; word < manyWords; word += 1) insert.run(word)
  first.pragma('wal_checkpoint(passive)')
  insert.run(manyWords)
  const path = join(disk.folder, 'second.db')
  crashInto(first.name, path)
  first.close()
  const database = openDatabase(`sqlite:${path}`)
  onTestFinished(() => database.close())
  const highest = sql<{ word: number }>`select max(word) as word from words`
  expect((await highest.execute(database.queries)).rows).toEqual([{ word: manyWords }])

  await disk.fill()
  let word = manyWords
  const writing = async (): Promise<void> => {
    for (;;) {
      word += 1
      await database.queries
        .transaction()
        .execute((transaction) => sql`insert into words values (${word}, randomblob(2500))`.execute(transaction))
    }
  }
  await expect(writing()).rejects.toMatchObject({
    name: 'CommitOutcomeUnknownError',
    cause: { code: 'SQLITE_IOERR_SHMSIZE' },
  })
  expect((await highest.execute(database.queries)).rows).toEqual([{ word: word - 1 }])

  await expect(openAndMigrateDatabase(`sqlite:${join(disk.folder, 'other.db')}`)).rejects.toMatchObject({
    kind: 'disk.full',
  })

  crashInto(path, join(elsewhere, 'crashed.db'))
  const crashed = new BetterSqlite(join(elsewhere, 'crashed.db'))
  expect(crashed.prepare('select max(word) from words').pluck().get()).toBe(word)
  crashed.close()
})

test('N14: with a full disk, an instance is not ready until a sign-in fits, even if small writes do', async ({
  skip,
}) => {
  const disk = mountSizeLimitedTestDisk(64)
  if (disk === null) return skip('no disk can be mounted here')
  onTestFinished(() => disk.close())
  const { database } = await openAndMigrateDatabase(`sqlite:${join(disk.folder, 'c.db')}`)
  onTestFinished(() => database.close())
  const app = await createTestServer({
    database,
    environment: { COUNTERSIGN_SIGN_INS_PER_WALLET_PER_MINUTE: '1000' },
  })
  const browser = app.openBrowser()
  const isReady = async (): Promise<boolean> => {
    app.clock.now += 1000
    return (await browser.send('GET', '/health/ready')).statusCode === 200
  }
  // A WAL file keeps its length when it restarts, so it has space even on a full disk.
  await sql`pragma wal_checkpoint(passive)`.execute(database.queries)
  await disk.fill()
  let statusCode = 200
  while (statusCode === 200) {
    const signed = await browser.signChallenge()
    statusCode = (await browser.send('POST', '/api/sign-in', signed)).statusCode
  }
  expect(statusCode).toBe(503)
  const ballast = join(disk.folder, 'ballast')
  truncateSync(ballast, statSync(ballast).size - 2 ** 15)
  await database.queries.updateTable('readiness_probe').set({ checked_at: 1 }).execute()
  expect(await isReady()).toBe(false)
  disk.empty()
  expect(await isReady()).toBe(true)
  expect((await browser.signIn()).statusCode).toBe(200)
})
