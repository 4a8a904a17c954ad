import BetterSqlite from 'better-sqlite3'
import { inMemoryTemporaryFolder } from '@countersign/testing/in-memory-temporary-folder-path'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../testing/database-fixtures.ts'
import { backupSqlite } from './backup-sqlite.ts'
import { checkSqliteAfterUncleanShutdown } from './open-configured-database.ts'
import { openDatabase } from './open-sqlite-or-postgres-database.ts'
import type { Database } from './open-sqlite-or-postgres-database.ts'

async function openFile() {
  const address = await createTestDatabase('sqlite')
  const path = address.slice('sqlite:'.length)
  const folder = mkdtempSync(join(inMemoryTemporaryFolder, 'countersign-wal-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  let database: Database | null = null
  const close = async (): Promise<void> => {
    await database?.close()
    database = null
  }
  onTestFinished(close)
  return {
    path,
    elsewhere: (name: string) => join(folder, name),
    open: () => (database = openDatabase(address)),
    close,
    /** Copies the file and its WAL, but not the WAL index. */
    crash: () => {
      const crashed = join(mkdtempSync(join(folder, 'crash-')), 'c.db')
      for (const end of ['', '-wal']) if (existsSync(path + end)) copyFileSync(path + end, crashed + end)
      return crashed
    },
  }
}

const note = async ({ queries }: Database, now: number): Promise<void> =>
  void (await queries.updateTable('readiness_probe').set({ checked_at: now }).execute())
const checkpoint = async ({ queries }: Database): Promise<void> =>
  void (await sql`pragma wal_checkpoint(truncate)`.execute(queries))
const noted = (path: string): unknown => {
  const file = new BetterSqlite(path)
  try {
    return file.prepare('select checked_at from readiness_probe').pluck().get()
  } finally {
    file.close()
  }
}

const replaced = expect.objectContaining({ kind: 'database.replaced' }) as unknown
const open = async (path: string): Promise<unknown> => {
  try {
    await openDatabase(`sqlite:${path}`).close()
    return 'opened'
  } catch (error) {
    return error
  }
}

test('N14: after a kill, a WAL opens with its own database file, however often the WAL restarted', async () => {
  const { open: start, crash } = await openFile()
  const database = start()
  expect(await open(crash())).toBe('opened')
  for (const now of [1, 2, 3]) {
    await note(database, now)
    const crashed = crash()
    expect(await open(crashed)).toBe('opened')
    expect(noted(crashed)).toBe(now)
    if (now !== 2) await checkpoint(database)
    else await sql`pragma wal_checkpoint(passive)`.execute(database.queries)
    expect(await open(crash())).toBe('opened')
  }
})

test('N14: an old database file with a newer WAL is refused, and neither is changed', async () => {
  const { path, elsewhere, open: start, close, crash } = await openFile()
  const first = start()
  await note(first, 1)
  await checkpoint(first)
  const old = elsewhere('old.db')
  copyFileSync(path, old)
  await note(first, 2)
  await checkpoint(first)
  await note(first, 3)
  const crashed = crash()
  await close()
  copyFileSync(old, crashed)
  const before = ['', '-wal'].map((end) => readFileSync(crashed + end))
  expect(await open(crashed)).toEqual(replaced)
  expect(() => openDatabase(`sqlite:${crashed}`, { readOnly: true })).toThrow(/was replaced, but the -wal/)
  expect(() => checkSqliteAfterUncleanShutdown(`sqlite:${crashed}`)).toThrow(/countersign restore FILE/)
  expect(['', '-wal'].map((end) => readFileSync(crashed + end))).toEqual(before)
  rmSync(`${crashed}-wal`)
  expect([await open(crashed), noted(crashed)]).toEqual(['opened', 1])
})

test('N14: a recent backup with the WAL of the original database is refused', async () => {
  const { path, elsewhere, open: start, crash } = await openFile()
  const database = start()
  await note(database, 1)
  const copy = elsewhere('copy.db')
  await backupSqlite(path, copy, async () => {})
  await note(database, 2)
  const crashed = crash()
  copyFileSync(copy, crashed)
  expect(await open(crashed)).toEqual(replaced)
})

test('N14: a WAL is refused if its database file is another one, not a database, empty or missing', async () => {
  const [{ open: start, crash }, other] = [await openFile(), await openFile()]
  const database = start()
  await note(database, 1)
  await checkpoint(database)
  await note(database, 2)
  await note(other.open(), 1)
  await other.close()
  const replacements: ((path: string) => void)[] = [
    (path) => copyFileSync(other.path, path),
    (path) => writeFileSync(path, 'something else'.repeat(1000)),
    (path) => truncateSync(path),
    (path) => rmSync(path),
  ]
  for (const replace of replacements) {
    const crashed = crash()
    replace(crashed)
    expect(await open(crashed)).toEqual(replaced)
  }
})

test('N14: a WAL that restarted automatically opens, even if that was in the commit that marks it', async () => {
  const { open: start, crash } = await openFile()
  const database = start()
  for (let now = 1; now < 4; now += 1) {
    // This writes more than 4000 pages, after which SQLite checkpoints the WAL.
    await database.queries
      .updateTable('readiness_probe')
      .set({ checked_at: now, padding: String(now).repeat(20_000_000) })
      .execute()
    const crashed = crash()
    expect([await open(crashed), noted(crashed)]).toEqual(['opened', now])
    await note(database, -now)
    const again = crash()
    expect([await open(again), noted(again)]).toEqual(['opened', -now])
  }
})

test('a WAL that two processes have written to opens', async () => {
  const { path, open: start, crash } = await openFile()
  const [one, two] = [start(), openDatabase(`sqlite:${path}`)]
  onTestFinished(() => two.close())
  for (let now = 1; now < 20; now += 1) {
    await note(now % 2 === 0 ? one : two, now)
    if (now % 3 === 0) await checkpoint(now % 4 === 0 ? one : two)
    expect(await open(crash())).toBe('opened')
    expect(await open(path)).toBe('opened')
  }
})

test('an unmarked WAL from release 0.1.0 opens with its own database file', async () => {
  const { path, close, open: start } = await openFile()
  start()
  await close()
  const file = new BetterSqlite(path)
  file.pragma('journal_mode = wal')
  file.exec('update readiness_probe set checked_at = 7')
  const crashed = join(dirname(path), 'crashed.db')
  for (const end of ['', '-wal']) copyFileSync(path + end, crashed + end)
  file.close()
  expect([await open(crashed), noted(crashed)]).toEqual(['opened', 7])
})

test('N14: the whole SQLite file is checked only after an unclean shutdown; a damaged page is refused', async () => {
  const { open: start, close, crash, path } = await openFile()
  const database = start()
  await note(database, 1)
  await checkpoint(database)
  await note(database, 2)
  const crashed = crash()
  await close()
  expect(checkSqliteAfterUncleanShutdown(`sqlite:${path}`)).toBe(false)
  expect(checkSqliteAfterUncleanShutdown(`sqlite:${crashed}`)).toBe(true)
  expect(noted(crashed)).toBe(2)

  // Overwrites the root page of a table that the server does not read at startup.
  const file = new BetterSqlite(crashed, { readonly: true })
  const page = file.prepare(`select rootpage from sqlite_master where name = 'proofs'`).pluck().get() as number
  file.close()
  const content = readFileSync(crashed)
  const size = content.readUInt16BE(16)
  writeFileSync(crashed, content.fill(0xff, (page - 1) * size, page * size))
  writeFileSync(`${crashed}-wal`, '')
  expect(() => checkSqliteAfterUncleanShutdown(`sqlite:${crashed}`)).toThrow(
    expect.objectContaining({ kind: 'database.damaged' }),
  )
})
