import BetterSqlite from 'better-sqlite3'
import { mountSmallDisk } from '@countersign/testing/small-disk'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openMigrated } from './open-configured.ts'
import { openDatabase } from './open-database.ts'

/** What is on the disk when the machine fails: the file and its log, and not the index of the log. */
function crashInto(path: string, into: string): void {
  for (const end of ['', '-wal']) copyFileSync(path + end, into + end)
}

/** Their commits take more of the log, three pages each, than the first part of its index has entries for: 4062. */
const manyWords = 2500

test('N14 a commit on a full disk that SQLite says has failed, and that is there after a crash, was answered as in doubt', async ({
  skip,
}) => {
  const disk = mountSmallDisk(64)
  if (disk === null) return skip('no disk can be mounted here')
  const elsewhere = mkdtempSync(join(tmpdir(), 'countersign-crashed-'))
  onTestFinished(() => {
    disk.close()
    rmSync(elsewhere, { recursive: true, force: true })
  })
  // A log that was long once keeps its length, so that there is room in it on a full disk.
  const first = new BetterSqlite(join(elsewhere, 'first.db'))
  first.pragma('journal_mode = wal')
  first.pragma('wal_autocheckpoint = 0')
  first.exec('create table words (word integer primary key, filler blob)')
  const insert = first.prepare('insert into words values (?, randomblob(2500))')
  for (let word = 1; word < manyWords; word += 1) insert.run(word)
  first.pragma('wal_checkpoint(passive)')
  // From now on it is written from its beginning again.
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
  await expect(writing()).rejects.toMatchObject({ name: 'CommitInDoubt', cause: { code: 'SQLITE_IOERR_SHMSIZE' } })
  expect((await highest.execute(database.queries)).rows).toEqual([{ word: word - 1 }])

  // Who starts a server there is told what is wrong.
  await expect(openMigrated(`sqlite:${join(disk.folder, 'other.db')}`)).rejects.toMatchObject({ kind: 'disk.full' })

  crashInto(path, join(elsewhere, 'crashed.db'))
  const crashed = new BetterSqlite(join(elsewhere, 'crashed.db'))
  expect(crashed.prepare('select max(word) from words').pluck().get()).toBe(word)
  crashed.close()
})
