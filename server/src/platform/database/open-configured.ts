// Opens the database that the settings name, and tells in plain words why that cannot be done.
import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { describeRelease } from './describe-release.ts'
import { listLacking, migrate, stepsAtStart, steps as allSteps, StepUnknown } from './migrate.ts'
import { openDatabase } from './open-database.ts'
import type { MigrateOptions } from './migrate.ts'
import type { Database, OpenOptions } from './open-database.ts'
import { readReleases } from './releases.ts'
import { checkFile, endedUncleanly } from './sqlite.ts'
import { StartFault } from '../start-fault.ts'
import { CommitInDoubt, isDatabaseUnavailable } from './unavailable.ts'
import { copyBeforeUpgrade } from './upgrade-copy.ts'
import { refuseForeignWal } from './wal-mark.ts'

/** What an upgrade tells while it runs: of a long log it takes minutes. */
export interface UpgradeNews {
  /** The steps that are about to be run on a database that was there before. */
  steps: readonly string[]
  /** Where the copy is that was made before; null on PostgreSQL. */
  copy: string | null
}

/**
 * @param address the value of the setting
 * @throws StartFault when it cannot be opened
 */
export function openConfigured(address: string, options?: OpenOptions): Database {
  try {
    return openDatabase(address, options)
  } catch (error) {
    const fault = describeFault(error, address)
    throw fault instanceof StartFault ? fault : unreachable(error)
  }
}

/**
 * Checks an SQLite file that the last server did not close, before it is opened. Nothing is changed.
 * @returns whether there was something to check
 * @throws StartFault where the file is damaged, or was replaced under the log of another
 */
export function checkAfterUncleanEnd(address: string): boolean {
  if (!address.startsWith('sqlite:')) return false
  const path = address.slice('sqlite:'.length)
  if (!endedUncleanly(path)) return false
  try {
    refuseForeignWal(path)
    if (!existsSync(path)) return false
    const fault = checkFile(path)
    if (fault === null) return true
    throw Object.assign(new Error(fault), { code: 'SQLITE_CORRUPT' })
  } catch (error) {
    throw describeFault(error, address)
  }
}

/**
 * Opens the database and brings it to the schema of this version. An SQLite file is copied beside itself before.
 * @param tell is told what is about to happen to a database that was there before
 * @param options how it is opened; `warn` receives who holds the migration lock, by default the error output does
 * @returns the database, and the names of the steps that were run
 * @throws StartFault when it cannot be opened or reached, belongs to a newer version, or there is no room; nothing was changed then.
 *   Otherwise whatever a step throws, which leaves the database as it was
 */
export async function openMigrated(
  address: string,
  tell: (news: UpgradeNews) => void = () => {},
  {
    pause,
    warn = warnOnErrorOutput,
    steps = allSteps,
    ...options
  }: OpenOptions & Pick<MigrateOptions, 'pause' | 'steps' | 'warn'> = {},
): Promise<{ database: Database; migrated: string[] }> {
  const database = openConfigured(address, options)
  try {
    const wanted = stepsAtStart(database.kind, Object.keys(steps))
    const lacking = (await listLacking(database, steps)).filter((name) => wanted.includes(name))
    if (lacking.length > 0 && lacking.length < Object.keys(steps).length) {
      const copy = await copyBeforeUpgrade(address, lacking[0] ?? '')
      tell({ steps: lacking, copy })
    }
    const waitSeconds = options.limits?.upgradeWaitSeconds
    const migrated = await migrate(database, {
      steps,
      last: wanted.at(-1) as string,
      warn,
      ...(pause && { pause }),
      ...(waitSeconds !== undefined && { waitSeconds }),
    })
    return { database, migrated }
  } catch (error) {
    const fault =
      error instanceof StepUnknown ? await madeByAnother(database, error.message) : describeFault(error, address)
    await database.close().catch(() => {})
    throw fault
  }
}

/** Before there is a log, and for commands. */
const warnOnErrorOutput = (text: string): void => void process.stderr.write(`${text}\n`)

/**
 * Brings a database to the schema of this version, that waits for nobody and is copied nowhere.
 * @throws StartFault where a newer version has worked on it
 */
export async function migrateOlder(database: Database): Promise<void> {
  try {
    await migrate(database)
  } catch (error) {
    throw error instanceof StepUnknown ? await madeByAnother(database, error.message) : error
  }
}

/** Names the release that has run a step that this one does not know. */
async function madeByAnother({ queries }: Database, reason: string): Promise<StartFault> {
  const last = (await readReleases(queries)).at(-1)
  const other = last === undefined ? 'A newer version of Countersign' : `Countersign ${last.version}`
  const since = last === undefined ? '' : `, first on ${new Date(last.startedAt).toISOString().slice(0, 10)}`
  return new StartFault(
    'database.newer',
    `${other} has worked on this database${since}, and this is ${describeRelease().version} (${reason}). Start that version or a later one; ` +
      'or restore the copy that was made before the upgrade (docs/guides/upgrade.md).',
  )
}

/** In plain words, for what somebody outside of the program can mend; everything else is passed on as it is. */
function describeFault(error: unknown, address: string): unknown {
  if (error instanceof StartFault) return error
  // Whoever starts it again sees what became of a step that was being kept.
  if (error instanceof CommitInDoubt) return describeFault(error.cause, address)
  const { code, message } = error as NodeJS.ErrnoException
  const path = address.startsWith('sqlite:') ? address.slice('sqlite:'.length) : null
  if (path !== null && typeof code === 'string') {
    if (isDiskFull(error)) return noRoom(path)
    if (['EEXIST', 'ENOTDIR', 'EISDIR'].includes(code)) return forbidden(path)
    if (/^SQLITE_(NOTADB|CORRUPT)/.test(code))
      return new StartFault(
        'database.damaged',
        `COUNTERSIGN_DATABASE: the file ${JSON.stringify(path)} is damaged, or no database (${message}). Keep it, and put the newest copy in its place: ` +
          'countersign restore FILE.',
      )
    if (code === 'ENOLCK' || lockCodes.test(code)) return notLocked(path)
    if (['EACCES', 'EPERM', 'EROFS', 'SQLITE_READONLY', 'SQLITE_CANTOPEN'].some((known) => code.startsWith(known)))
      return forbidden(path)
  }
  return isDatabaseUnavailable(error) ? unreachable(error) : error
}

/** SQLite reports both a lock of another program and a file system that cannot lock (ENOLCK) so. */
const lockCodes = /^SQLITE_(BUSY|PROTOCOL|IOERR_(LOCK|RDLOCK|UNLOCK|SHMLOCK|CHECKRESERVEDLOCK))/

const notLocked = (path: string): StartFault =>
  new StartFault(
    'database.unreachable',
    `COUNTERSIGN_DATABASE: the file ${JSON.stringify(path)} cannot be locked. Either another program holds it: end that one; or its file system has no file locks, as ` +
      'some network shares (ENOLCK): put the database on a local disk.',
  )

const unreachable = (error: unknown): StartFault =>
  new StartFault(
    'database.unreachable',
    `COUNTERSIGN_DATABASE: the database cannot be opened: ${(error as Error).message}.`,
  )

/** Whether a disk is full, or what somebody may use of it. */
export const isDiskFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE'].includes(String((error as NodeJS.ErrnoException).code))

const noRoom = (path: string): StartFault =>
  new StartFault(
    'disk.full',
    `COUNTERSIGN_DATABASE: there is no room beside ${JSON.stringify(path)}: an upgrade needs twice the size of the database, for a copy and for what it changes. ` +
      'Free some, and start again; nothing was changed.',
  )

/** Whose the nearest folder is that exists is what somebody has to change. */
function forbidden(path: string): StartFault {
  let place = path
  while (!existsSync(place) && place !== dirname(place)) place = dirname(place)
  if (place !== path && !statSync(place).isDirectory())
    return new StartFault(
      'data.forbidden',
      `COUNTERSIGN_DATABASE: ${JSON.stringify(place)} is a file, and no folder that ${JSON.stringify(path)} could lie in. Move it away, or name another file.`,
    )
  const owner = process.platform === 'win32' ? null : statSync(place).uid
  const user = process.getuid?.() ?? null
  const isForeign = owner !== null && user !== null && owner !== user
  return new StartFault(
    'data.forbidden',
    isForeign
      ? `COUNTERSIGN_DATABASE: ${JSON.stringify(place)} belongs to user ${owner}, and this runs as user ${user}, who may not write there. Run: chown -R ${user} ${JSON.stringify(place)}`
      : `COUNTERSIGN_DATABASE: ${JSON.stringify(place)} cannot be written to. Let user ${user ?? 'that runs this'} write there, or name another file.`,
  )
}
