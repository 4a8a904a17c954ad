// Tests of the backup command and of its record of the last backup.
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { chmodSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { verifyAuditLogIntegrity } from '../audit-log/verify-audit-log.ts'
import { formatRfc3339Timestamp } from '../platform/clock.ts'
import { backupSqlite } from '../platform/database/backup-sqlite.ts'
import { createTestServer, openSteppedUpBrowser, ethereumTestKeys } from '../testing/countersign-test-server.ts'
import { captureCommandOutput, runCliCommandForExitCode } from '../testing/cli-command-test-steps.ts'
import { createTestDatabase, databaseKinds, openDatabaseUntilTestEnds } from '../testing/database-fixtures.ts'
import { startTestServerProcess } from '../testing/start-test-server-process.ts'
import { sequenceAllAuditEntries } from '../testing/inspect-test-database.ts'

const said = captureCommandOutput()

async function open(kind: (typeof databaseKinds)[number]) {
  const address = await createTestDatabase(kind)
  vi.stubEnv('COUNTERSIGN_DATABASE', address)
  vi.stubEnv('COUNTERSIGN_ORIGIN', 'https://sign-in.example')
  const app = await createTestServer({ database: openDatabaseUntilTestEnds(address) })
  const folder = mkdtempSync(join(tmpdir(), 'countersign-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const noted = async () =>
    (await app.database.queries.selectFrom('setup').select('backed_up_at').executeTakeFirstOrThrow()).backed_up_at
  const lines = async () => {
    await sequenceAllAuditEntries(app.database.queries)
    const rows = await app.database.queries
      .selectFrom('audit_events')
      .select('details')
      .where('type', '=', 'backup.created')
      .execute()
    return rows.map(({ details }) => details)
  }
  return { app, address, folder, noted, lines }
}

test('backup copies the SQLite file of a running server, verifies the copy and makes it private', async () => {
  const { app, folder, noted, lines } = await open('sqlite')
  await openSteppedUpBrowser(app, ethereumTestKeys.alice)
  const path = join(folder, 'copy.db')
  const before = Date.now()
  expect(await runCliCommandForExitCode('backup', path)).toBe(0)
  expect(readdirSync(folder)).toEqual(['copy.db'])
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const copy = openDatabaseUntilTestEnds(`sqlite:${path}`)
  const verified = await verifyAuditLogIntegrity(copy.queries)
  expect(verified).toMatchObject({ outcome: 'whole' })
  expect(said.join('\n')).toContain(
    verified.outcome === 'whole' ? `${verified.head.sequence}:${verified.head.hash}` : 'nothing',
  )
  expect(await copy.queries.selectFrom('people').select('id').execute()).toEqual(
    await app.database.queries.selectFrom('people').select('id').execute(),
  )
  expect(await noted()).toBeGreaterThanOrEqual(before)
  expect(await lines()).toEqual(['{"by":"copy"}'])
  said.length = 0
  const second = join(folder, 'second.db')
  expect(await runCliCommandForExitCode('backup', second, '--json')).toBe(0)
  expect(JSON.parse(said.join('\n'))).toEqual({
    file: second,
    bytes: statSync(second).size,
    head: expect.stringMatching(/^\d+:[0-9a-f]{64}$/) as string,
    lastAt: formatRfc3339Timestamp(Number(await noted())),
  })
})

test('backup does not interrupt sign-ins on a running server process', async () => {
  const { address, folder, noted } = await open('sqlite')
  const server = await startTestServerProcess({
    origin: 'https://sign-in.example',
    database: address,
    keyFile: join(folder, 'key'),
  })
  let isOver = false
  const signIns = (async () => {
    let count = 0
    for (; !isOver; count++)
      expect((await server.openBrowser().signIn(createEthereumTestKey(900 + count))).statusCode).toBe(200)
    return count
  })()
  for (let round = 0; round < 5; round++)
    expect(await runCliCommandForExitCode('backup', join(folder, `copy-${round}.db`)), said.join('\n')).toBe(0)
  isOver = true
  expect(await signIns).toBeGreaterThan(0)
  for (let round = 0; round < 5; round++)
    expect(
      await verifyAuditLogIntegrity(openDatabaseUntilTestEnds(`sqlite:${join(folder, `copy-${round}.db`)}`).queries),
    ).toMatchObject({ outcome: 'whole' })
  expect(await noted()).not.toBeNull()
})

test('backup overwrites no file, and a failed backup leaves no file and no record', async () => {
  const { app, address, folder, noted, lines } = await open('sqlite')
  const taken = join(folder, 'taken.db')
  writeFileSync(taken, 'mine')
  expect(await runCliCommandForExitCode('backup', taken)).toBe(1)
  expect([readFileSync(taken, 'utf8'), said.splice(0)]).toEqual([
    'mine',
    [`error: No backup was made: ${taken} already exists and was not changed.`],
  ])
  expect(await runCliCommandForExitCode('backup', join(folder, 'no/copy.db'))).toBe(1)
  expect(said.splice(0)[0]).toMatch(/the folder .* does not exist/)
  // A copy of a tampered log must not count as a backup.
  await openSteppedUpBrowser(app, ethereumTestKeys.alice)
  const { queries } = app.database
  await queries
    .updateTable('audit_log_head')
    .set({ hash: '0'.repeat(64) })
    .execute()
  expect(await runCliCommandForExitCode('backup', join(folder, 'broken.db'))).toBe(1)
  expect(said.splice(0)[0]).toContain('the audit log of the copy is broken')
  await expect(
    backupSqlite(address.slice('sqlite:'.length), join(folder, 'odd.db'), () => Promise.reject(new Error('odd'))),
  ).rejects.toThrow('odd')
  chmodSync(folder, 0o500)
  const readOnly = await runCliCommandForExitCode('backup', join(folder, 'new.db'))
  chmodSync(folder, 0o700)
  if (process.getuid?.() !== 0) expect(readOnly).toBe(1)
  else rmSync(join(folder, 'new.db'), { force: true })
  expect(readdirSync(folder)).toEqual(['taken.db'])
  expect([await noted(), await lines()]).toEqual([null, []])
})

describe.each(databaseKinds)('backup --record-only on %s', (kind) => {
  test('records a backup made with other tools', async () => {
    const { noted, lines } = await open(kind)
    expect(await runCliCommandForExitCode('backup', '--record-only', '--json')).toBe(0)
    expect(JSON.parse(said[0] ?? '')).toEqual({ lastAt: formatRfc3339Timestamp(Number(await noted())) })
    expect(await lines()).toEqual(['{"by":"operator"}'])
  })
})

test('backup refuses PostgreSQL, and requires either a file or --record-only', async () => {
  const { folder, noted } = await open('postgres')
  const path = join(folder, 'copy.db')
  expect(await runCliCommandForExitCode('backup', path)).toBe(1)
  expect(said.splice(0)[0]).toContain('pg_dump')
  expect(await runCliCommandForExitCode('backup')).toBe(2)
  expect(await runCliCommandForExitCode('backup', path, '--record-only')).toBe(2)
  expect([existsSync(path), await noted()]).toEqual([false, null])
})
