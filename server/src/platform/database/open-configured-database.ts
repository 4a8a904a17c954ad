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

export interface PlannedDatabaseUpgrade {
  steps: readonly string[]
  /** Null on PostgreSQL. */
  backupPath: string | null
}

/** @throws ServerStartupError */
export function openConfiguredDatabase(address: string, options?: OpenDatabaseOptions): Database {
  try {
    return openDatabase(address, options)
  } catch (error) {
    if (options?.readOnly === true && isSqliteFileMissing(address)) throw missingDatabaseError(address)
    const fault = toStartupError(error, address)
    throw fault instanceof ServerStartupError ? fault : databaseUnreachableError(error)
  }
}

const isSqliteFileMissing = (address: string): boolean =>
  address.startsWith('sqlite:') && !existsSync(address.slice('sqlite:'.length))

const missingDatabaseError = (address: string): ServerStartupError =>
  new ServerStartupError(
    'database.unreachable',
    `COUNTERSIGN_DATABASE: there is no database at ${JSON.stringify(address.slice('sqlite:'.length))}. Name the file that the server uses; the server creates it when it first starts: "countersign start".`,
  )

/** @returns false if there was nothing to check @throws ServerStartupError */
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

// Throws ServerStartupError before any change; other errors come from a failed migration step.
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

const warnOnStderr = (text: string): void => void process.stderr.write(`${text}\n`)

export async function migrateDatabaseIfOutdated(database: Database): Promise<void> {
  try {
    await runMigrations(database)
  } catch (error) {
    throw error instanceof UnknownMigrationError ? await newerReleaseError(database, error.message) : error
  }
}

async function newerReleaseError({ queries }: Database, reason: string): Promise<ServerStartupError> {
  const last = (await readDatabaseReleaseHistory(queries)).at(-1)
  const other = last === undefined ? 'A newer version of Countersign' : `Countersign ${last.version}`
  const since = last === undefined ? '' : `, first on ${new Date(last.startedAt).toISOString().slice(0, 10)}`
  return new ServerStartupError(
    'database.newer',
    `${other} has used this database${since}, but this is ${getBuildAndSchemaVersions().version} (${reason}). Start that version or a later one, ` +
      'or restore the backup that was made before the upgrade (docs/guides/upgrade.md).',
  )
}

function toStartupError(error: unknown, address: string): unknown {
  if (error instanceof ServerStartupError) return error
  // The next start shows whether the interrupted step was committed.
  if (error instanceof CommitOutcomeUnknownError) return toStartupError(error.cause, address)
  const { code, message } = error as NodeJS.ErrnoException
  const path = address.startsWith('sqlite:') ? address.slice('sqlite:'.length) : null
  if (path !== null && typeof code === 'string') {
    if (isDiskFullError(error)) return diskFullError(path)
    if (['EEXIST', 'ENOTDIR', 'EISDIR'].includes(code)) return accessDeniedError(path)
    if (/^SQLITE_(NOTADB|CORRUPT)/.test(code))
      return new ServerStartupError(
        'database.damaged',
        `COUNTERSIGN_DATABASE: the file ${JSON.stringify(path)} is damaged or not a database (${message}). Keep it, and restore the newest backup: ` +
          'run "countersign restore FILE".',
      )
    if (code === 'ENOLCK' || lockCodes.test(code)) return lockingUnsupportedError(path)
    if (['EACCES', 'EPERM', 'EROFS', 'SQLITE_READONLY', 'SQLITE_CANTOPEN'].some((known) => code.startsWith(known)))
      return accessDeniedError(path)
  }
  return isDatabaseUnavailable(error) ? databaseUnreachableError(error) : error
}

/** Codes for a lock that another program holds, and for a file system without locks (ENOLCK). */
const lockCodes = /^SQLITE_(BUSY|PROTOCOL|IOERR_(LOCK|RDLOCK|UNLOCK|SHMLOCK|CHECKRESERVEDLOCK))/

const lockingUnsupportedError = (path: string): ServerStartupError =>
  new ServerStartupError(
    'database.unreachable',
    `COUNTERSIGN_DATABASE: the file ${JSON.stringify(path)} cannot be locked. If another program has locked it, stop that program. If the file system has no file locks, ` +
      'like some network shares (ENOLCK), move the database to a local disk.',
  )

const databaseUnreachableError = (error: unknown): ServerStartupError =>
  new ServerStartupError(
    'database.unreachable',
    `COUNTERSIGN_DATABASE: the database cannot be opened: ${(error as Error).message}.`,
  )

export const isDiskFullError = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE'].includes(String((error as NodeJS.ErrnoException).code))

const diskFullError = (path: string): ServerStartupError =>
  new ServerStartupError(
    'disk.full',
    `COUNTERSIGN_DATABASE: not enough disk space next to ${JSON.stringify(path)}: an upgrade needs twice the size of the database, for a backup and for its changes. ` +
      'Free some space, then start again. Nothing was changed.',
  )

function accessDeniedError(path: string): ServerStartupError {
  let place = path
  while (!existsSync(place) && place !== dirname(place)) place = dirname(place)
  if (place !== path && !statSync(place).isDirectory())
    return new ServerStartupError(
      'data.forbidden',
      `COUNTERSIGN_DATABASE: ${JSON.stringify(place)} is a file, not a folder that could contain ${JSON.stringify(path)}. Move it away, or name another file.`,
    )
  const owner = process.platform === 'win32' ? null : statSync(place).uid
  const user = process.getuid?.() ?? null
  const isForeign = owner !== null && user !== null && owner !== user
  return new ServerStartupError(
    'data.forbidden',
    isForeign
      ? `COUNTERSIGN_DATABASE: ${JSON.stringify(place)} belongs to user ${owner}, but the server runs as user ${user}, which cannot write there. Run: chown -R ${user} ${JSON.stringify(place)}`
      : `COUNTERSIGN_DATABASE: ${JSON.stringify(place)} is not writable. Give write access to the user that runs the server${user === null ? '' : ` (${user})`}, or name another file.`,
  )
}
