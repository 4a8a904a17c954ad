import BetterSqlite from 'better-sqlite3'
import { inMemoryTemporaryFolder } from '@countersign/testing/in-memory-temporary-folder-path'
import { Kysely, sql } from 'kysely'
import type { Transaction } from 'kysely'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { SqliteFileDialect } from './open-sqlite.ts'

interface Words {
  words: { word: string }
}

/**
 * `said` contains the statements that SQLite receives; `onDisk` reads through another connection.
 */
function openWords() {
  const folder = mkdtempSync(join(inMemoryTemporaryFolder, 'countersign-driver-'))
  const path = join(folder, 'words.db')
  const said: string[] = []
  const file = new BetterSqlite(path, { verbose: (statement) => said.push(String(statement)) })
  file.pragma('journal_mode = wal')
  file.exec('create table words (word text primary key)')
  const queries = new Kysely<Words>({ dialect: new SqliteFileDialect(file) })
  const other = new BetterSqlite(path, { readonly: true })
  const written = other.prepare('select word from words order by word').pluck()
  onTestFinished(async () => {
    other.close()
    await queries.destroy()
    rmSync(folder, { recursive: true, force: true })
  })
  said.length = 0
  const insert = (word: string) => (transaction: Transaction<Words>) =>
    transaction.insertInto('words').values({ word }).execute()
  return {
    file,
    queries,
    said,
    onDisk: () => written.all() as string[],
    insert,
    write: (word: string) => queries.transaction().execute(insert(word)),
  }
}

test('SQLite group commit writes concurrent transactions together before they resolve', async () => {
  const { write, onDisk, said } = openWords()
  const seen = await Promise.all(['a', 'b', 'c'].map((word) => write(word).then(onDisk)))
  expect(seen).toEqual([
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
  ])
  expect(said.filter((statement) => !statement.startsWith('insert'))).toEqual([
    'begin immediate',
    'savepoint member',
    'release member',
    'savepoint member',
    'release member',
    'commit',
  ])
  await write('d')
  expect(onDisk()).toEqual(['a', 'b', 'c', 'd'])
})

test('SQLite group commit rolls back a failed transaction and commits the others', async () => {
  const { queries, write, insert, onDisk, said } = openWords()
  const fail = (word: string) =>
    queries.transaction().execute(async (transaction) => {
      await insert(word)(transaction)
      throw new Error(`not ${word}`)
    })
  const ends = await Promise.allSettled([fail('a'), write('b'), fail('c'), write('d'), write('b')])
  expect(ends.map((end) => (end.status === 'fulfilled' ? 'kept' : (end.reason as Error).message))).toEqual([
    'not a',
    'kept',
    'not c',
    'kept',
    'UNIQUE constraint failed: words.word',
  ])
  expect(onDisk()).toEqual(['b', 'd'])
  expect(said.filter((statement) => statement === 'commit')).toHaveLength(1)
})

test('SQLite group commit: data that a transaction has read is on disk before it resolves or rejects', async () => {
  const { queries, write, onDisk } = openWords()
  const found = queries.transaction().execute(async (transaction) => {
    if ((await transaction.selectFrom('words').selectAll().execute()).length > 0) throw new Error('found')
  })
  const first = write('a')
  const second = queries.transaction().execute(async (transaction) => {
    if ((await transaction.selectFrom('words').selectAll().execute()).length > 0) throw new Error('found')
  })
  await found
  await expect(second.catch((error: Error) => [error.message, onDisk()])).resolves.toEqual(['found', ['a']])
  await first
})

test('SQLite query outside a transaction returns only data that is on disk', async () => {
  const { queries, write, onDisk } = openWords()
  const writing = write('a')
  await Promise.resolve()
  const read = await queries.selectFrom('words').selectAll().execute()
  expect(onDisk()).toEqual(read.map(({ word }) => word))
  await writing
  await queries.insertInto('words').values({ word: 'b' }).execute()
  expect(onDisk()).toEqual(['a', 'b'])
})

test('SQLite group commit that fails rejects all its transactions; later ones succeed', async () => {
  const { file, queries, write, onDisk } = openWords()
  file.pragma('foreign_keys = on')
  file.exec('create table letters (word text references words (word) deferrable initially deferred)')
  const orphan = queries
    .transaction()
    .execute((transaction) => sql`insert into letters values ('nowhere')`.execute(transaction))
  const ends = await Promise.allSettled([write('a'), orphan, write('b')])
  expect(ends.map((end) => (end.status === 'rejected' ? (end.reason as { code?: string }).code : 'kept'))).toEqual(
    Array.from(ends, () => 'SQLITE_CONSTRAINT_FOREIGNKEY'),
  )
  expect(onDisk()).toEqual([])
  await write('c')
  expect(onDisk()).toEqual(['c'])
})

// On a full disk, SQLite also rolls back finished transactions that are not on disk yet.
test('N14: a full SQLite disk rejects the transactions whose changes are lost; later ones succeed', async () => {
  const { file, queries, write, insert, onDisk } = openWords()
  file.pragma(`max_page_count = ${String(file.pragma('page_count', { simple: true }) as number)}`)
  const before = write('a')
  const tooMuch = queries.transaction().execute(async (transaction) => {
    await insert('b')(transaction)
    await insert('long '.repeat(10_000))(transaction)
  })
  const ends = await Promise.allSettled([before, tooMuch, write('c')])
  expect(ends.map((end) => (end.status === 'rejected' ? (end.reason as { code?: string }).code : 'kept'))).toEqual([
    'SQLITE_FULL',
    'SQLITE_FULL',
    'kept',
  ])
  expect(onDisk()).toEqual(['c'])
})

test('N14: statements after an automatic SQLite rollback are not kept', async () => {
  const { queries, write, insert, onDisk } = openWords()
  const before = write('a')
  const undone = queries.transaction().execute(async (transaction) => {
    await insert('b')(transaction)
    await sql`rollback`.execute(transaction)
    await insert('c')(transaction)
  })
  const ends = await Promise.allSettled([before, undone, write('d')])
  expect(ends.map((end) => (end.status === 'rejected' ? (end.reason as Error).message : 'kept'))).toEqual([
    'SQLite rolled back the transaction',
    'SQLite rolled back the transaction',
    'kept',
  ])
  expect(onDisk()).toEqual(['d'])
})

test('N14: a failed savepoint rollback rejects all SQLite transactions not yet on disk', async () => {
  const { file, queries, write, insert, onDisk } = openWords()
  const prepare = file.prepare.bind(file)
  file.prepare = ((text: string) => {
    if (text === 'rollback to member') throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR' })
    return prepare(text)
  }) as typeof file.prepare
  const before = write('a')
  const failing = queries.transaction().execute(async (transaction) => {
    await insert('b')(transaction)
    throw new Error('not b')
  })
  const ends = await Promise.allSettled([before, failing, write('c')])
  expect(ends.map((end) => (end.status === 'rejected' ? (end.reason as { code?: string }).code : 'kept'))).toEqual([
    'SQLITE_IOERR',
    'SQLITE_IOERR',
    'kept',
  ])
  expect(onDisk()).toEqual(['c'])
})

function failCommits(file: BetterSqlite.Database, code: string): void {
  const prepare = file.prepare.bind(file)
  file.prepare = ((text: string) => {
    if (text !== 'commit') return prepare(text)
    return {
      run: () => {
        prepare('rollback').run()
        throw Object.assign(new Error('as SQLite says it'), { code })
      },
    }
  }) as typeof file.prepare
}

const failuresOf = async (writing: Promise<unknown>[]): Promise<unknown[]> =>
  (await Promise.allSettled(writing)).map((end) => (end.status === 'rejected' ? end.reason : 'kept'))

test.each(['SQLITE_IOERR_SHMSIZE', 'SQLITE_IOERR_FSYNC', 'SQLITE_NOMEM'])(
  'N14: a commit that fails with %s is reported to all its transactions as outcome unknown',
  async (code) => {
    const { file, write } = openWords()
    failCommits(file, code)
    const inDoubt = { name: 'CommitOutcomeUnknownError', cause: { code } }
    expect(await failuresOf([write('a'), write('b')])).toMatchObject([inDoubt, inDoubt])
  },
)

test('N14: a commit that fails with SQLITE_FULL is reported as failed, not as outcome unknown', async () => {
  const { file, write } = openWords()
  failCommits(file, 'SQLITE_FULL')
  expect(await failuresOf([write('a'), write('b')])).toMatchObject([{ code: 'SQLITE_FULL' }, { code: 'SQLITE_FULL' }])
})

test('N14: a failed SQLite write outside a transaction is reported as outcome unknown', async () => {
  const { file, queries } = openWords()
  const code = 'SQLITE_IOERR_SHMSIZE'
  const prepare = file.prepare.bind(file)
  const fail = (): never => {
    throw Object.assign(new Error('disk I/O error'), { code })
  }
  file.prepare = ((text: string) => {
    const { readonly, reader } = prepare(text)
    return { readonly, reader, run: fail, all: fail }
  }) as unknown as typeof file.prepare
  const insert = queries.insertInto('words').values({ word: 'a' })
  const inDoubt = { name: 'CommitOutcomeUnknownError', cause: { code } }
  expect(await failuresOf([insert.execute(), insert.returning('word').execute()])).toMatchObject([inDoubt, inDoubt])
  expect(await failuresOf([queries.selectFrom('words').selectAll().execute()])).toMatchObject([{ code }])
})

test('SQLite group commit waits for at most one running transaction', async () => {
  const { queries, write, insert, onDisk } = openWords()
  const slowly = (word: string) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: started, resolve: markStarted } = Promise.withResolvers<void>()
    const done = queries.transaction().execute(async (transaction) => {
      await insert(word)(transaction)
      markStarted()
      await released
    })
    return { started, release, done }
  }
  const first = write('a')
  const [second, third] = [slowly('b'), slowly('c')]
  await second.started
  await new Promise(setImmediate)
  await new Promise(setImmediate)
  expect(onDisk()).toEqual([])
  second.release()
  await third.started
  await Promise.all([first, second.done])
  expect(onDisk()).toEqual(['a', 'b'])
  third.release()
  await third.done
  expect(onDisk()).toEqual(['a', 'b', 'c'])
})

test('SQLite group commit limits the number of transactions per commit', async () => {
  const { write, said, onDisk } = openWords()
  await Promise.all(Array.from({ length: 70 }, (_, index) => write(String(index))))
  expect(said.filter((statement) => statement === 'commit')).toHaveLength(3)
  expect(onDisk()).toHaveLength(70)
})

test('closing an SQLite database writes finished transactions to disk', async () => {
  const { queries, insert, file } = openWords()
  let closing = Promise.resolve()
  const writing = queries.transaction().execute(async (transaction) => {
    await insert('a')(transaction)
    closing = queries.destroy()
  })
  await Promise.all([writing, closing])
  await closing
  const again = new BetterSqlite(file.name, { readonly: true })
  expect(again.prepare('select word from words').pluck().all()).toEqual(['a'])
  again.close()
})
