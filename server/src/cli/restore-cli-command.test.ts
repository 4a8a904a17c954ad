// N14: tests that a restore does not bring back what was revoked, reports losses, and keeps the old
// database.
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

test('restore refuses a missing backup, a newer one and one of another database, and changes nothing', async () => {
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
  expect(said.at(-1)).toMatch(/^error: The backup is not from this database/)
  expect(await runCliCommandForExitCode('restore', join(path, '..', 'nothing.db'), '--yes')).toBe(1)
  expect(said.at(-1)).toMatch(/^error: The file .* does not exist/)
  const broken = openDatabase(`sqlite:${copy}`)
  await sql`drop trigger if exists events_unchanged`.execute(broken.queries)
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01T00:00:00.000Z')`.execute(
    broken.queries,
  )
  await sql`pragma journal_mode = delete`.execute(broken.queries)
  await broken.close()
  await expect(runCliCommandForExitCode('restore', copy, '--yes')).rejects.toThrow(
    /newer version of Countersign has used this database/,
  )
  expect(readdirSync(join(path, '..')).sort()).toEqual(before)
  const still = openDatabaseUntilTestEnds(address)
  expect(await still.queries.selectFrom('people').selectAll().execute()).toHaveLength(1)
})

test('restore over an unreadable database ends every session and token, and lists what to review', async () => {
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
  expect(said.join('\n')).toContain('The current database cannot be read')
  expect(said.join('\n')).toContain('Ended 1 session and revoked 0 API tokens; new signing keys are in use.')
  expect(said.join('\n')).toMatch(/Check: it is unknown who was suspended or erased.*repeat these changes\./)
  const { app: again, stop: stopAgain } = await startServerOnDatabaseFile(address, now)
  onTestFinished(stopAgain)
  const moved = again.openBrowser()
  for (const [name, value] of here.cookies) moved.cookies.set(name, value)
  expect((await moved.send('GET', '/api/session')).json()).toMatchObject({ person: null })
})

test.each(['over it', 'over it and moved away again'])(
  'N14: restore discards the WAL of a database file after a copy was placed by hand %s',
  async (how) => {
    const { path, address, copy } = createRestoreFolder()
    const { app, stop } = await startServerOnDatabaseFile(address)
    await openSteppedUpBrowser(app, alice)
    expect(await runCliCommandForExitCode('backup', copy)).toBe(0)
    await openSteppedUpBrowser(app, bob)
    // Simulates a server that was killed.
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

test('restore refuses a copy with foreign triggers, and requires --new if there is no database', async () => {
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
    /has tables, triggers or views that are not part of Countersign/,
  )
  const without = openDatabase(`sqlite:${copy}`)
  await sql`drop trigger backdoor`.execute(without.queries)
  await sql`pragma journal_mode = delete`.execute(without.queries)
  await without.close()
  for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true })
  expect(await runCliCommandForExitCode('restore', copy, '--yes')).toBe(1)
  expect(said.at(-1)).toMatch(/^error: There is no database at .*use --new\. Nothing was changed\.$/)
  expect(readdirSync(join(path, '..')).filter((name) => name.startsWith('countersign.db'))).toEqual([])
  expect(await runCliCommandForExitCode('restore', copy, '--yes', '--new')).toBe(0)
  expect(await openDatabaseUntilTestEnds(address).queries.selectFrom('people').select('id').execute()).toHaveLength(1)
})

describe('restore --record-only', () => {
  test.each(['sqlite', 'postgres'] as const)(
    'ends sessions and tokens that a restore with other tools brought back, on %s',
    async (kind) => {
      const { path } = createRestoreFolder()
      const address = await createTestDatabase(kind)
      vi.stubEnv('COUNTERSIGN_DATABASE', address)
      vi.stubEnv('COUNTERSIGN_KEY_FILE', join(path, '..', 'countersign.key'))
      const app = await createTestServer({ database: openDatabaseUntilTestEnds(address) })
      app.clock.now = Date.now()
      const here = await openSteppedUpBrowser(app, alice)
      expect(await runCliCommandForExitCode('restore', '--record-only')).toBe(0)
      expect(said.join('\n')).toContain('Ended 1 session and revoked 0 API tokens')
      expect((await here.send('GET', '/api/session')).json()).toMatchObject({ person: null })
      said.length = 0
      expect(await runCliCommandForExitCode('restore', '--record-only', '--json')).toBe(0)
      expect(JSON.parse(said.join('\n'))).toMatchObject({ sessions: 0, tokens: 0, newKeys: true })
      expect(await verifyAuditLogIntegrity(app.database.queries)).toMatchObject({ outcome: 'whole' })
    },
  )

  test('cannot be combined with a file', async () => {
    expect(await runCliCommandForExitCode('restore', 'copy.db', '--record-only')).toBe(2)
    expect(await runCliCommandForExitCode('restore')).toBe(2)
  })
})
