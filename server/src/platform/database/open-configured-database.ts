// Opens the database that the settings name, and tells in plain words why that cannot be done.
import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { getBuildAndSchemaVersions } from './get-build-and-schema-versions.ts'
import {
  listPendingMigrations,
  runMigrations,
  listStartupMigrations,
  databaseMigrationSteps,
  UnknownMigrationError,
} from './run-migrations.ts'
import { openDatabase } from './open-sqlite-or-postgres-database.ts'
import type { DatabaseMigrationOptions } from './run-migrations.ts'
import type { Database, OpenDatabaseOptions } from './open-sqlite-or-postgres-database.ts'
import { readDatabaseReleaseHistory } from './database-release-history-store.ts'
import { checkSqliteIntegrity, wasSqliteShutdownUnclean } from './open-sqlite.ts'
import { ServerStartupError } from '../server-startup-error.ts'
import { CommitOutcomeUnknownError, isDatabaseUnavailable } from './database-errors.ts'
import { backupBeforeUpgrade } from './pre-upgrade-backup.ts'
import { rejectMismatchedSqliteWal } from './sqlite-wal-marker.ts'

/** What an upgrade tells while it runs: of a long log it takes minutes. */
export interface PlannedDatabaseUpgrade {
  /** The steps that are about to be run on a database that was there before. */
  steps: readonly string[]
  /** Where the copy is that was made before; null on PostgreSQL. */
  backupPath: string | null
}

/**
 * @param address the value of the setting
 * @throws ServerStartupError when it cannot be opened
 */
export function openConfiguredDatabase(address: string, options?: OpenDatabaseOptions): Database {
  try {
    return openDatabase(address, options)
  } catch (error) {
    const fault = toStartupError(error, address)
    throw fault instanceof ServerStartupError ? fault : databaseUnreachableError(error)
  }
}

/**
 * Checks an SQLite file that the last server did not close, before it is opened. Nothing is changed.
 * @returns whether there was something to check
 * @throws ServerStartupError where the file is damaged, or was replaced under the log of another
 */
export function checkSqliteAfterUncleanShutdown(address: string): boolean {
  if (!address.startsWith('sqlite:')) return false
  const path = address.slice('sqlite:'.length)
  if (!wasSqliteShutdownUnclean(path)) return false
  try {
    rejectMismatchedSqliteWal(path)
    if (!existsSync(path)) return false
    const fault = checkSqliteIntegrity(path)
    if (fault === null) return true
    throw Object.assign(new Error(fault), { code: 'SQLITE_CORRUPT' })
  } catch (error) {
    throw toStartupError(error, address)
  }
}

/**
 * Opens the database and brings it to the schema of this version. An SQLite file is copied beside itself before.
 * @param tell is told what is about to happen to a database that was there before
 * @param options how it is opened; `warn` receives who holds the migration lock, by default the error output does
 * @returns the database, and the names of the steps that were run
 * @throws ServerStartupError when it cannot be opened or reached, belongs to a newer version, or there is no room; nothing was changed then.
 *   Otherwise whatever a step throws, which leaves the database as it was
 */
export async function openAndMigrateDatabase(
  address: string,
  tell: (news: PlannedDatabaseUpgrade) => void = () => {},
  {
    pause,
    warn = warnOnStderr,
    steps = databaseMigrationSteps,
    ...options
  }: OpenDatabaseOptions & Pick<DatabaseMigrationOptions, 'pause' | 'steps' | 'warn'> = {},
): Promise<{ database: Database; migrated: string[] }> {
  const database = openConfiguredDatabase(address, options)
  try {
    const wanted = listStartupMigrations(database.kind, Object.keys(steps))
    const lacking = (await listPendingMigrations(database, steps)).filter((name) => wanted.includes(name))
    if (lacking.length > 0 && lacking.length < Object.keys(steps).length) {
      const backupPath = await backupBeforeUpgrade(address, lacking[0] ?? '')
      tell({ steps: lacking, backupPath })
    }
    const waitSeconds = options.limits?.upgradeWaitSeconds
    const migrated = await runMigrations(database, {
      steps,
      lastStep: wanted.at(-1) as string,
      warn,
      ...(pause && { pause }),
      ...(waitSeconds !== undefined && { waitSeconds }),
    })
    return { database, migrated }
  } catch (error) {
    const fault =
      error instanceof UnknownMigrationError
        ? await newerReleaseError(database, error.message)
        : toStartupError(error, address)
    await database.close().catch(() => {})
    throw fault
  }
}

/** Before there is a log, and for commands. */
const warnOnStderr = (text: string): void => void process.stderr.write(`${text}\n`)

/**
 * Brings a database to the schema of this version, that waits for nobody and is copied nowhere.
 * @throws ServerStartupError where a newer version has worked on it
 */
export async function migrateDatabaseIfOutdated(database: Database): Promise<void> {
  try {
    await runMigrations(database)
  } catch (error) {
    throw error instanceof UnknownMigrationError ? await newerReleaseError(database, error.message) : error
  }
}

/** Names the release that has run a step that this one does not know. */
async function newerReleaseError({ queries }: Database, reason: string): Promise<ServerStartupError> {
  const last = (await readDatabaseReleaseHistory(queries)).at(-1)
  const other = last === undefined ? 'A newer version of Countersign' : `Countersign ${last.version}`
  const since = last === undefined ? '' : `, first on ${new Date(last.startedAt).toISOString().slice(0, 10)}`
  return new ServerStartupError(
    'database.newer',
    `${other} has worked on this database${since}, and this is ${getBuildAndSchemaVersions().version} (${reason}). Start that version or a later one; ` +
      'or restore the copy that was made before the upgrade (docs/guides/upgrade.md).',
  )
}

/** In plain words, for what somebody outside of the program can fix; everything else is passed on as it is. */
function toStartupError(error: unknown, address: string): unknown {
  if (error instanceof ServerStartupError) return error
  // Whoever starts it again sees what became of a step that was being kept.
  if (error instanceof CommitOutcomeUnknownError) return toStartupError(error.cause, address)
  const { code, message } = error as NodeJS.ErrnoException
  const path = address.startsWith('sqlite:') ? address.slice('sqlite:'.length) : null
  if (path !== null && typeof code === 'string') {
    if (isDiskFullError(error)) return diskFullError(path)
    if (['EEXIST', 'ENOTDIR', 'EISDIR'].includes(code)) return accessDeniedError(path)
    if (/^SQLITE_(NOTADB|CORRUPT)/.test(code))
      return new ServerStartupError(
        'database.damaged',
        `COUNTERSIGN_DATABASE: the file ${JSON.stringify(path)} is damaged, or no database (${message}). Keep it, and put the newest copy in its place: ` +
          'countersign restore FILE.',
      )
    if (code === 'ENOLCK' || lockCodes.test(code)) return lockingUnsupportedError(path)
    if (['EACCES', 'EPERM', 'EROFS', 'SQLITE_READONLY', 'SQLITE_CANTOPEN'].some((known) => code.startsWith(known)))
      return accessDeniedError(path)
  }
  return isDatabaseUnavailable(error) ? databaseUnreachableError(error) : error
}

/** SQLite reports both a lock of another program and a file system that cannot lock (ENOLCK) so. */
const lockCodes = /^SQLITE_(BUSY|PROTOCOL|IOERR_(LOCK|RDLOCK|UNLOCK|SHMLOCK|CHECKRESERVEDLOCK))/

const lockingUnsupportedError = (path: string): ServerStartupError =>
  new ServerStartupError(
    'database.unreachable',
    `COUNTERSIGN_DATABASE: the file ${JSON.stringify(path)} cannot be locked. Either another program holds it: end that one; or its file system has no file locks, as ` +
      'some network shares (ENOLCK): put the database on a local disk.',
  )

const databaseUnreachableError = (error: unknown): ServerStartupError =>
  new ServerStartupError(
    'database.unreachable',
    `COUNTERSIGN_DATABASE: the database cannot be opened: ${(error as Error).message}.`,
  )

/** Whether a disk is full, or what somebody may use of it. */
export const isDiskFullError = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE'].includes(String((error as NodeJS.ErrnoException).code))

const diskFullError = (path: string): ServerStartupError =>
  new ServerStartupError(
    'disk.full',
    `COUNTERSIGN_DATABASE: there is no room beside ${JSON.stringify(path)}: an upgrade needs twice the size of the database, for a copy and for what it changes. ` +
      'Free some, and start again; nothing was changed.',
  )

/** Whose the nearest folder is that exists is what somebody has to change. */
function accessDeniedError(path: string): ServerStartupError {
  let place = path
  while (!existsSync(place) && place !== dirname(place)) place = dirname(place)
  if (place !== path && !statSync(place).isDirectory())
    return new ServerStartupError(
      'data.forbidden',
      `COUNTERSIGN_DATABASE: ${JSON.stringify(place)} is a file, and no folder that ${JSON.stringify(path)} could lie in. Move it away, or name another file.`,
    )
  const owner = process.platform === 'win32' ? null : statSync(place).uid
  const user = process.getuid?.() ?? null
  const isForeign = owner !== null && user !== null && owner !== user
  return new ServerStartupError(
    'data.forbidden',
    isForeign
      ? `COUNTERSIGN_DATABASE: ${JSON.stringify(place)} belongs to user ${owner}, and this runs as user ${user}, who may not write there. Run: chown -R ${user} ${JSON.stringify(place)}`
      : `COUNTERSIGN_DATABASE: ${JSON.stringify(place)} cannot be written to. Let user ${user ?? 'that runs this'} write there, or name another file.`,
  )
}
