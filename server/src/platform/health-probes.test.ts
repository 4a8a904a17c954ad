// Readiness after a storage failure (THREATS N14).
import { sql } from 'kysely'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createTestServer } from '../testing/countersign-test-server.ts'
import type { TestServer } from '../testing/countersign-test-server.ts'
import { createTestDatabase, databaseKinds, openDatabaseUntilTestEnds } from '../testing/database-fixtures.ts'
import { maxSqliteWalBytesPerSignIn } from './health-probes.ts'

const readiness = async (app: TestServer): Promise<number> => {
  app.clock.now += 1000
  return (await app.openBrowser().send('GET', '/health/ready')).statusCode
}

test('N14: after a disk-full error, an instance is not ready until a sign-in-sized write succeeds', async () => {
  const app = await createTestServer()
  const { queries } = app.database
  await app.openBrowser().signIn()
  expect(await readiness(app)).toBe(200)
  const limit = async (pages: number): Promise<void> => {
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(queries)
    await sql.raw(`pragma max_page_count = ${(rows[0]?.page_count ?? 0) + pages}`).execute(queries)
  }
  await limit(2)
  await expect(sql`create table filler as select zeroblob(1000000)`.execute(queries)).rejects.toMatchObject({
    code: 'SQLITE_FULL',
  })
  await queries.updateTable('readiness_probe').set({ checked_at: 1 }).execute()
  expect(await readiness(app)).toBe(503)
  expect((await app.openBrowser().send('GET', '/health/live')).statusCode).toBe(200)
  await limit(Math.ceil(maxSqliteWalBytesPerSignIn / 4096) + 8)
  expect(await readiness(app)).toBe(200)
  const row = await queries.selectFrom('readiness_probe').select('padding').executeTakeFirstOrThrow()
  expect(row.padding).toBe('')
})

test('the readiness write after a full disk is larger than what a sign-in adds to the WAL', async () => {
  const address = await createTestDatabase('sqlite')
  const app = await createTestServer({ database: openDatabaseUntilTestEnds(address) })
  const wal = `${address.slice('sqlite:'.length)}-wal`
  const browser = app.openBrowser()
  const signed = await browser.signChallenge()
  const before = statSync(wal).size
  expect((await browser.send('POST', '/api/sign-in', signed)).statusCode).toBe(200)
  expect(statSync(wal).size - before).toBeGreaterThan(0)
  expect(statSync(wal).size - before).toBeLessThan(maxSqliteWalBytesPerSignIn)
})

test('N14: after SQLite reports corruption, an instance is not ready until it restarts', async () => {
  const address = await createTestDatabase('sqlite')
  const path = address.slice('sqlite:'.length)
  const database = openDatabaseUntilTestEnds(address)
  const { rows } = await sql<{
    rootpage: number
  }>`select rootpage from sqlite_master where name = 'proofs'`.execute(database.queries)
  await database.close()
  const content = readFileSync(path)
  const size = content.readUInt16BE(16)
  const start = ((rows[0]?.rootpage ?? 0) - 1) * size
  const whole = Buffer.from(content.subarray(start, start + size))
  writeFileSync(path, content.fill(0xff, start, start + size))
  const app = await createTestServer({ database: openDatabaseUntilTestEnds(address) })
  expect(await readiness(app)).toBe(200)
  await expect(app.database.queries.selectFrom('proofs').selectAll().execute()).rejects.toMatchObject({
    code: 'SQLITE_CORRUPT',
  })
  expect(await readiness(app)).toBe(503)
  // The file was repaired from outside, but the process must not trust data that it read before.
  whole.copy(content, start)
  writeFileSync(path, content)
  expect(await readiness(app)).toBe(503)
  expect(app.log.some((line) => line.includes('not ready until a restart'))).toBe(true)
})

test.each(databaseKinds)('the readiness check on %s writes one small row if storage has not failed', async (kind) => {
  const app = await createTestServer({ database: kind })
  expect(await readiness(app)).toBe(200)
  expect(await app.database.queries.selectFrom('readiness_probe').selectAll().execute()).toEqual([
    { id: 1, checked_at: app.clock.now, padding: '' },
  ])
})
