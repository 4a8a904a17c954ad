// N14: a copy that is put back revives nothing, says before what it loses, and leaves the database that was there.
import { copyFileSync, existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { verifyAuditLogIntegrity } from '../audit-log/verify-audit-log.ts'
import { openDatabase } from '../platform/database/open-sqlite-or-postgres-database.ts'
import { createTestServer, openSteppedUpBrowser, ethereumTestKeys } from '../testing/countersign-test-server.ts'
import { captureCommandOutput, runCliCommandForExitCode } from '../testing/cli-command-test-steps.ts'
import { createTestDatabase, openDatabaseUntilTestEnds } from '../testing/database-fixtures.ts'
import { grantTestRole, requireBrowserPersonId } from '../testing/admin-role-test-steps.ts'
import { createRestoreFolder, startServerOnDatabaseFile } from '../testing/database-restore-fixtures.ts'

const said = captureCommandOutput()

const { alice, bob } = ethereumTestKeys

test('a copy of another database, a newer one, a broken one and none are refused, and nothing changes', async () => {
  const other = createRestoreFolder('other.db')
  const elsewhere = await startServerOnDatabaseFile(other.address)
  await openSteppedUpBrowser(elsewhere.app, bob)
  expect(await runCliCommandForExitCode('backup', other.copy)).toBe(0)
  await elsewhere.stop()

  const { path, address, copy } = createRestoreFolder()
  const { app, stop } = await startServerOnDatabaseFile(address)
  await openSteppedUpBrowser(app, alice)
  expect(await runCliCommandForExitCode('backup', copy)).toBe(0)
  await stop()
  const before = readdirSync(join(path, '..')).sort()

  expect(await runCliCommandForExitCode('restore', other.copy, '--yes')).toBe(1)
  expect(said.at(-1)).toMatch(/^The copy is not one of this database/)
  expect(await runCliCommandForExitCode('restore', join(path, '..', 'nothing.db'), '--yes')).toBe(1)
  expect(said.at(-1)).toMatch(/^There is no file/)
  const broken = openDatabase(`sqlite:${copy}`)
  await sql`drop trigger if exists events_unchanged`.execute(broken.queries)
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01T00:00:00.000Z')`.execute(
    broken.queries,
  )
  await sql`pragma journal_mode = delete`.execute(broken.queries)
  await broken.close()
  await expect(runCliCommandForExitCode('restore', copy, '--yes')).rejects.toThrow(
    /newer version of Countersign has worked on this database/,
  )
  expect(readdirSync(join(path, '..')).sort()).toEqual(before)
  const still = openDatabaseUntilTestEnds(address)
  expect(await still.queries.selectFrom('people').selectAll().execute()).toHaveLength(1)
})

test('beside a database that cannot be read, every session and token ends, and it says what nobody knows', async () => {
  const { path, address, copy } = createRestoreFolder()
  const { app, stop } = await startServerOnDatabaseFile(address)
  const here = await openSteppedUpBrowser(app, alice)
  await grantTestRole(app, await requireBrowserPersonId(here), 'owner')
  expect(await runCliCommandForExitCode('backup', copy)).toBe(0)
  const { now } = app.clock
  await stop()
  for (const end of ['-wal', '-shm']) rmSync(`${path}${end}`, { force: true })
  writeFileSync(path, 'damaged '.repeat(2000))
  said.length = 0
  expect(await runCliCommandForExitCode('restore', copy, '--yes')).toBe(0)
  expect(said.join('\n')).toContain('The present database cannot be read')
  expect(said.join('\n')).toContain('1 session and 0 tokens of the administration ended; new signing keys are in use.')
  expect(said.join('\n')).toMatch(/Look at: who was suspended or erased.*do these again\./)
  const { app: again, stop: stopAgain } = await startServerOnDatabaseFile(address, now)
  onTestFinished(stopAgain)
  const moved = again.openBrowser()
  for (const [name, value] of here.cookies) moved.cookies.set(name, value)
  expect((await moved.send('GET', '/api/session')).json()).toMatchObject({ person: null })
})

test.each(['over it', 'over it and moved away again'])(
  'N14 a copy that was put %s by hand, under the write-ahead log of a killed server, is what restore puts back',
  async (how) => {
    const { path, address, copy } = createRestoreFolder()
    const { app, stop } = await startServerOnDatabaseFile(address)
    await openSteppedUpBrowser(app, alice)
    expect(await runCliCommandForExitCode('backup', copy)).toBe(0)
    await openSteppedUpBrowser(app, bob)
    // What a kill leaves.
    copyFileSync(`${path}-wal`, `${path}.wal-kept`)
    await stop()
    renameSync(`${path}.wal-kept`, `${path}-wal`)
    copyFileSync(copy, path)
    expect(() => openDatabase(address)).toThrow(/use "countersign restore FILE"/i)
    const isMoved = how !== 'over it'
    if (isMoved) renameSync(path, copy)
    expect(await runCliCommandForExitCode('restore', copy, '--yes', ...(isMoved ? ['--new'] : []))).toBe(0)
    expect(existsSync(`${path}-wal`)).toBe(false)
    const asides = readdirSync(join(path, '..')).filter((name) => name.includes('.before-restore-'))
    expect(asides.map((name) => name.endsWith('-wal')).toSorted()).toEqual(isMoved ? [true] : [false, true])
    const restored = openDatabaseUntilTestEnds(address)
    const rows = await restored.queries.selectFrom('wallets').select('address').execute()
    expect(rows).toEqual([{ address: alice.address.toLowerCase() }])
  },
)

test('a copy with a trigger of its own is refused, and so is a place where no database is, unless it is said', async () => {
  const { path, address, copy } = createRestoreFolder()
  const { app, stop } = await startServerOnDatabaseFile(address)
  await openSteppedUpBrowser(app, alice)
  expect(await runCliCommandForExitCode('backup', copy)).toBe(0)
  await stop()
  const crafted = openDatabase(`sqlite:${copy}`)
  await sql`create trigger backdoor after insert on audit_events begin update setup set backed_up_at = 1; end`.execute(
    crafted.queries,
  )
  await sql`pragma journal_mode = delete`.execute(crafted.queries)
  await crafted.close()
  await expect(runCliCommandForExitCode('restore', copy, '--yes')).rejects.toThrow(
    /has tables, triggers or views that are not Countersign's/,
  )
  const without = openDatabase(`sqlite:${copy}`)
  await sql`drop trigger backdoor`.execute(without.queries)
  await sql`pragma journal_mode = delete`.execute(without.queries)
  await without.close()
  for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true })
  expect(await runCliCommandForExitCode('restore', copy, '--yes')).toBe(1)
  expect(said.at(-1)).toMatch(/^There is no database at .*say --new\. Nothing was changed\.$/)
  expect(readdirSync(join(path, '..')).filter((name) => name.startsWith('countersign.db'))).toEqual([])
  expect(await runCliCommandForExitCode('restore', copy, '--yes', '--new')).toBe(0)
  expect(await openDatabaseUntilTestEnds(address).queries.selectFrom('people').select('id').execute()).toHaveLength(1)
})

describe('--record-only', () => {
  test.each(['sqlite', 'postgres'] as const)(
    'ends what came back to life after a restore by other tools, on %s',
    async (kind) => {
      const { path } = createRestoreFolder()
      const address = await createTestDatabase(kind)
      vi.stubEnv('COUNTERSIGN_DATABASE', address)
      vi.stubEnv('COUNTERSIGN_KEY_FILE', join(path, '..', 'countersign.key'))
      const app = await createTestServer({ database: openDatabaseUntilTestEnds(address) })
      app.clock.now = Date.now()
      const here = await openSteppedUpBrowser(app, alice)
      expect(await runCliCommandForExitCode('restore', '--record-only')).toBe(0)
      expect(said.join('\n')).toContain('1 session and 0 tokens of the administration ended')
      expect((await here.send('GET', '/api/session')).json()).toMatchObject({ person: null })
      said.length = 0
      expect(await runCliCommandForExitCode('restore', '--record-only', '--json')).toBe(0)
      expect(JSON.parse(said.join('\n'))).toMatchObject({ sessions: 0, tokens: 0, newKeys: true })
      expect(await verifyAuditLogIntegrity(app.database.queries)).toMatchObject({ outcome: 'whole' })
    },
  )

  test('is not said together with a file', async () => {
    expect(await runCliCommandForExitCode('restore', 'copy.db', '--record-only')).toBe(2)
    expect(await runCliCommandForExitCode('restore')).toBe(2)
  })
})
