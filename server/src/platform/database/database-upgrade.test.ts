// N20, N14: a failed upgrade changes nothing, and an upgrade can be undone.
import { sql } from 'kysely'
import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fakeNextReleaseMigrationNames, fakeNextReleaseMigrations } from '../../testing/fake-next-release-migrations.ts'
import { createEmptyDatabase, openDatabaseUntilTestEnds } from '../../testing/database-fixtures.ts'
import { getSettingsErrorExitCode, ServerStartupError } from '../server-startup-error.ts'
import { runMigrations, databaseMigrationNames, listStartupMigrations } from './run-migrations.ts'
import { openAndMigrateDatabase } from './open-configured-database.ts'
import { openDatabase } from './open-sqlite-or-postgres-database.ts'
import { addReleaseToDatabaseHistory, readDatabaseReleaseHistory } from './database-release-history-store.ts'
import { listPreUpgradeBackups, getPreUpgradeBackupPath } from './pre-upgrade-backup.ts'

const [firstStep] = fakeNextReleaseMigrationNames

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-upgrade-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function makeDatabase(path: string): Promise<void> {
  const database = openDatabase(`sqlite:${path}`)
  await runMigrations(database)
  await sql`insert into people (id, locale, status, created_at, last_seen_at) values ('alice', 'en', 'active', 1, 2)`.execute(
    database.queries,
  )
  await database.close()
}

async function look(path: string): Promise<{ steps: string[]; people: string[] }> {
  const database = openDatabase(`sqlite:${path}`, { readOnly: true })
  const steps = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(database.queries)
  const people = await sql<{ id: string }>`select id from people`.execute(database.queries)
  await database.close()
  return { steps: steps.rows.map(({ name }) => name), people: people.rows.map(({ id }) => id) }
}

const before = { steps: databaseMigrationNames, people: ['alice'] }

const openNext = (path: string, tell?: (news: unknown) => void) =>
  openAndMigrateDatabase(`sqlite:${path}`, tell, { steps: fakeNextReleaseMigrations })

describe('upgrade of an SQLite file', () => {
  test('makes an owner-only backup before the first step, and no backup if no steps are pending', async () => {
    const path = join(makeFolder(), 'c.db')
    await makeDatabase(path)
    const announcements: unknown[] = []
    const open = async () => (await openNext(path, (news) => announcements.push(news))).database.close()
    await open()
    await open()
    const backupPath = getPreUpgradeBackupPath(path, firstStep)
    expect(announcements).toEqual([{ steps: fakeNextReleaseMigrationNames, backupPath }])
    expect(await look(backupPath)).toEqual(before)
    expect(statSync(backupPath).mode & 0o777).toBe(0o600)
    expect(await look(path)).toEqual({ steps: Object.keys(fakeNextReleaseMigrations), people: ['alice'] })
    expect(listPreUpgradeBackups(path)).toEqual([backupPath])
  })

  test('makes no backup of a new file', async () => {
    const path = join(makeFolder(), 'c.db')
    await (await openAndMigrateDatabase(`sqlite:${path}`)).database.close()
    expect(listPreUpgradeBackups(path)).toEqual([])
  })

  test('keeps the last two backups, and replaces the backup of a failed attempt', async () => {
    const folder = makeFolder()
    const path = join(folder, 'c.db')
    for (const [index, step] of ['0001-one', '0002-two', '0003-three', firstStep].entries()) {
      writeFileSync(getPreUpgradeBackupPath(path, step), 'old')
      utimesSync(getPreUpgradeBackupPath(path, step), index, index)
    }
    writeFileSync(`${getPreUpgradeBackupPath(path, firstStep)}.making`, 'half')
    // Files that an operator saved must not be removed.
    for (const name of ['c.db.before-restore-20260115T120000Z', 'c.db.before-restore-20260115T120000Z-wal'])
      writeFileSync(join(folder, name), 'aside')
    await makeDatabase(path)
    await (await openNext(path)).database.close()
    expect(listPreUpgradeBackups(path)).toEqual([
      getPreUpgradeBackupPath(path, '0003-three'),
      getPreUpgradeBackupPath(path, firstStep),
    ])
    expect(await look(getPreUpgradeBackupPath(path, firstStep))).toEqual(before)
    expect(readdirSync(folder).filter((name) => name.endsWith('.making'))).toEqual([])
    expect(readdirSync(folder).filter((name) => name.includes('before-restore'))).toHaveLength(2)
  })

  test('N20: leaves the file unchanged if a step fails', async () => {
    const path = join(makeFolder(), 'c.db')
    await makeDatabase(path)
    const database = openDatabase(`sqlite:${path}`)
    await sql`create table notes (mine text)`.execute(database.queries)
    await database.close()
    await expect(openNext(path)).rejects.toThrow(/table "?notes"? already exists/)
    expect(await look(path)).toEqual(before)
    expect(await look(getPreUpgradeBackupPath(path, firstStep))).toEqual(before)
  })
})

test('on PostgreSQL only, destructive migrations wait for the next release', () => {
  const names = ['0001-a', '0002-take', '0003-b', '0004-take', '0005-take']
  const after = ['0002-take', '0004-take', '0005-take']
  expect(listStartupMigrations('postgres', names, after)).toEqual(['0001-a', '0002-take', '0003-b'])
  expect(listStartupMigrations('sqlite', names, after)).toEqual(names)
  expect(listStartupMigrations('postgres', names, [])).toEqual(names)
})

async function faultOf(address: string): Promise<ServerStartupError> {
  const error: unknown = await openAndMigrateDatabase(address).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof ServerStartupError) return error
  throw error ?? new Error('It was opened.')
}

describe.each(['sqlite', 'postgres'] as const)('database of a newer release on %s', (kind) => {
  test('N20: is refused with the name of the release and left unchanged', async () => {
    const address = await createEmptyDatabase(kind)
    const { queries } = (await openAndMigrateDatabase(address)).database
    await addReleaseToDatabaseHistory(queries, { version: '0.1.0', commit: null }, Date.UTC(2026, 9, 1))
    await addReleaseToDatabaseHistory(queries, { version: '7.0.0', commit: 'c'.repeat(40) }, Date.UTC(2026, 10, 23))
    await addReleaseToDatabaseHistory(queries, { version: '7.0.0', commit: 'c'.repeat(40) }, Date.UTC(2026, 11, 1))
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01T00:00:00.000Z')`.execute(
      queries,
    )
    await queries.destroy()
    const fault = await faultOf(address)
    expect(fault.message).toMatch(
      /^Countersign 7\.0\.0 has used this database, first on 2026-11-23, but this is \S+ \(.*9999-later.*\)\. Start that version or a later one, or restore/,
    )
    expect(fault.message.split('\n')).toHaveLength(1)
    expect(getSettingsErrorExitCode(fault)).toBe(3)
    expect(await readDatabaseReleaseHistory(openDatabaseUntilTestEnds(address).queries)).toEqual([
      { version: '0.1.0', startedAt: Date.UTC(2026, 9, 1) },
      { version: '7.0.0', startedAt: Date.UTC(2026, 10, 23) },
    ])
  })
})

test('a file that is damaged or not a database is reported and left unchanged', async () => {
  const path = join(makeFolder(), 'c.db')
  writeFileSync(path, 'Not a database, but a letter to somebody.'.repeat(100))
  const letter = await faultOf(`sqlite:${path}`)
  expect(letter.message).toMatch(
    /c\.db" is damaged or not a database \(file is not a database\)\. Keep it, and restore the newest backup: run "countersign restore FILE"\.$/,
  )
  expect(getSettingsErrorExitCode(letter)).toBe(4)
  expect(readFileSync(path, 'utf8')).toMatch(/^Not a database/)

  rmSync(path)
  await makeDatabase(path)
  const bytes = readFileSync(path)
  const damaged = Buffer.concat([bytes.subarray(0, 4096), Buffer.alloc(bytes.length - 4096, 0xff)])
  writeFileSync(path, damaged)
  expect(getSettingsErrorExitCode(await faultOf(`sqlite:${path}`))).toBe(4)
  expect(readFileSync(path).equals(damaged)).toBe(true)
})

test('a file in place of the database folder, or a folder in place of the file, is reported', async () => {
  const folder = makeFolder()
  writeFileSync(join(folder, 'data'), 'no folder')
  const fault = await faultOf(`sqlite:${join(folder, 'data/c.db')}`)
  expect(fault.message).toMatch(/data" is a file, not a folder that could contain ".*c\.db"\./)
  expect(getSettingsErrorExitCode(fault)).toBe(5)
  expect(getSettingsErrorExitCode(await faultOf(`sqlite:${folder}`))).toBe(5)
  expect(readFileSync(join(folder, 'data'), 'utf8')).toBe('no folder')
})

test('an unreachable database has a separate exit code', async () => {
  const fault = await faultOf('postgres://nobody:hush-hush@127.0.0.1:1/nothing')
  expect(fault.message).toMatch(/^COUNTERSIGN_DATABASE: the database cannot be opened: /)
  expect(fault.message).not.toContain('hush-hush')
  expect(getSettingsErrorExitCode(fault)).toBe(9)
})

/** Runs in a separate process, as another user if this process runs as root. */
const openElsewhere = (path: string): string => `
  const { openAndMigrateDatabase } = await import(${JSON.stringify(join(import.meta.dirname, 'open-configured-database.ts'))})
  const { getSettingsErrorExitCode } = await import(${JSON.stringify(join(import.meta.dirname, '../server-startup-error.ts'))})
  const { openDatabase } = await import(${JSON.stringify(join(import.meta.dirname, 'open-sqlite-or-postgres-database.ts'))})
  const { fakeNextReleaseMigrations } = await import(${JSON.stringify(join(import.meta.dirname, '../../testing/fake-next-release-migrations.ts'))})
  // This loads all modules first, because the other user may not be allowed to read the sources.
  await openDatabase(${JSON.stringify(`sqlite:${join(makeFolder(), 'other.db')}`)}).close()
  if (process.env.AS_USER) process.setuid(Number(process.env.AS_USER))
  await openAndMigrateDatabase(${JSON.stringify(`sqlite:${path}`)}, undefined, { steps: fakeNextReleaseMigrations }).then(
    ({ database }) => database.close(),
    (fault) => { console.log(fault.message); process.exitCode = getSettingsErrorExitCode(fault) },
  )`

const runElsewhere = (path: string, environment: Record<string, string>) =>
  spawnSync(process.execPath, ['--input-type=module', '-e', openElsewhere(path)], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...environment },
  })

const isRoot = process.getuid?.() === 0

test.skipIf(process.platform === 'win32')(
  'a database folder owned by another user is reported with its owner',
  async () => {
    const folder = join(makeFolder(), 'data')
    mkdirSync(folder)
    chmodSync(join(folder, '..'), 0o755)
    const path = join(folder, 'c.db')
    chmodSync(folder, 0o555)
    const { status, stdout } = runElsewhere(path, isRoot ? { AS_USER: '65534' } : {})
    chmodSync(folder, 0o755)
    expect(stdout).toContain(JSON.stringify(folder))
    if (isRoot)
      expect(stdout).toMatch(
        /belongs to user 0, but the server runs as user 65534, which cannot write there\. Run: chown -R 65534 /,
      )
    expect(status).toBe(5)
    expect(stdout.trim().split('\n')).toHaveLength(1)
    expect(existsSync(path)).toBe(false)
  },
)

/** Mounting requires root and permission to mount. */
const canMount = isRoot && process.platform === 'linux' && mounts('true').status === 0

function mounts(command: string, folder = tmpdir(), kilobytes = 64) {
  return spawnSync(
    'unshare',
    ['-m', 'sh', '-c', `mount -t tmpfs -o size=${kilobytes}k tmpfs ${folder} && ${command}`],
    {
      encoding: 'utf8',
    },
  )
}

describe.skipIf(!canMount)('N14: full disk (needs permission to mount)', () => {
  test('fails a backup and keeps no partial file', async () => {
    const [kept, disk] = [makeFolder(), makeFolder()]
    const path = join(kept, 'c.db')
    await (await openAndMigrateDatabase(`sqlite:${path}`)).database.close()
    const program = join(import.meta.dirname, '../../cli-main.ts')
    const { stdout } = mounts(
      `COUNTERSIGN_DATABASE=sqlite:${path} ${process.execPath} ${program} backup ${disk}/copy.db 2>&1; echo code $?; ls ${disk}`,
      disk,
      200,
    )
    expect(stdout).toMatch(
      /^error: No backup was made: not enough disk space for .*copy\.db, .*The incomplete file was removed\. Free some space, or specify a file on another disk\.\ncode 6\n$/,
    )
  })

  test.each([
    ['for the backup', 1.4],
    ['for the migration', 2.3],
  ])('without room %s, leaves the database unchanged and reports the space needed', async (_what, sizes) => {
    const [kept, disk] = [makeFolder(), makeFolder()]
    const original = join(kept, 'c.db')
    await makeDatabase(original)
    const kilobytes = Math.ceil((statSync(original).size * sizes) / 1024)
    const script = join(kept, 'open.mjs')
    writeFileSync(script, openElsewhere(join(disk, 'c.db')))
    const node = execFileSync('realpath', [process.execPath], { encoding: 'utf8' }).trim()
    const { stdout, stderr } = mounts(
      `cp ${original} ${disk}/c.db && { ${node} ${script}; echo code $?; cp ${disk}/c.db ${kept}/after.db; ls ${disk}; }`,
      disk,
      kilobytes,
    )
    expect(stderr).toBe('')
    expect(stdout).toMatch(/not enough disk space next to ".*c\.db": an upgrade needs twice the size of the database/)
    expect(stdout).toContain('code 6')
    expect(await look(join(kept, 'after.db'))).toEqual(before)
    expect(stdout).not.toContain('.making')
  })
})
