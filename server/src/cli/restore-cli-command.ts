// `countersign restore FILE`: puts a copy of an SQLite database back, says before what that loses, and ends what would come back to life
// (THREATS N14). PostgreSQL has tools of its own; after them comes `--record-only`.
import type { Command } from 'commander'
import { existsSync, rmSync } from 'node:fs'
import { compareDatabaseWithBackup } from '../admin/restore/compare-database-with-backup.ts'
import type { DatabaseBackupComparison } from '../admin/restore/compare-database-with-backup.ts'
import { reapplyRevocationsAfterRestore } from '../admin/restore/reapply-revocations-after-restore.ts'
import { systemClock, systemRandomBytes } from '../platform/clock.ts'
import { openDatabase } from '../platform/database/open-sqlite-or-postgres-database.ts'
import type { Database } from '../platform/database/open-sqlite-or-postgres-database.ts'
import { lockSqliteFileExclusively, replaceSqliteFile } from '../platform/database/replace-sqlite-file.ts'
import { rejectMismatchedSqliteWal } from '../platform/database/sqlite-wal-marker.ts'
import { loadServerSettings } from '../platform/load-server-settings.ts'
import { readServerMasterKey } from '../platform/read-or-create-server-master-key.ts'
import type { ServerSettings } from '../platform/server-setting-definitions.ts'
import { ServerStartupError } from '../platform/server-startup-error.ts'
import { rotateSigningKeys } from '../store/signing-keys/rotate-signing-keys.ts'
import { printCliError, setCliCommandAction } from './cli-command-actions.ts'
import type { CliCommandOutcome } from './cli-command-actions.ts'
import { confirmOnTerminal } from './confirm-on-terminal.ts'
import { escapeForTerminal } from './escape-for-terminal.ts'
import { runWithConfiguredDatabase } from './run-with-configured-database.ts'
import { prepareBackupCopyForRestore } from './prepare-backup-copy-for-restore.ts'
import { formatRestoreComparison, summarizeRestoreComparison, formatPluralCount } from './format-restore-comparison.ts'

export function registerCliCommands(program: Command): void {
  setCliCommandAction(
    program
      .command('restore [file]')
      .description(
        'Restores a database backup (SQLite) after showing what would be lost. --record-only finishes a restore made with other tools.',
      )
      .option('--yes', 'do not ask')
      .option('--new', 'there is no database yet')
      .option('--record-only', 'finish a restore made with other tools')
      .addHelpText(
        'after',
        `
Stop the server first. The file of the present database is kept next to its
place, and only you remove it.

Nothing that had ended is valid again afterwards: all sessions end, and so does
everything that applications hold, and what the present database knows to have
ended since the backup (suspended or erased people, wallets, passkeys, roles,
consents, tokens, applications, secrets). Where the present database cannot be
read, the latter is not known: all tokens of the administration end, and you are
told what to check.

For PostgreSQL: pg_restore into an empty database that the setting names, and
then --record-only before the first start.`,
      ),
    runRestore,
  )
}

interface RestoreOptions {
  yes?: boolean
  new?: boolean
  recordOnly?: boolean
  json?: true
}

async function runRestore(
  file: string | undefined,
  { yes = false, new: allowsNewDatabase = false, recordOnly = false, json }: RestoreOptions,
): Promise<CliCommandOutcome> {
  if (recordOnly === (file !== undefined)) {
    console.error('Name the file, or say --record-only.')
    return 2
  }
  if (file === undefined)
    return runWithConfiguredDatabase('write', ({ settings, queries }) => finishRestore(settings, { queries }, null))
  const { settings } = loadServerSettings(process.env)
  if (!settings.database.startsWith('sqlite:'))
    return printCliError(
      'The database is PostgreSQL: restore it with pg_restore, and then say "countersign restore --record-only". Nothing was changed.',
    )
  return restoreFile(settings, settings.database.slice('sqlite:'.length), file, { yes, allowsNewDatabase, json })
}

async function restoreFile(
  settings: ServerSettings,
  path: string,
  file: string,
  { yes, allowsNewDatabase, json }: RestoreConfirmation,
): Promise<CliCommandOutcome> {
  if (!existsSync(file)) return printCliError(`There is no file ${escapeForTerminal(file)}. Nothing was changed.`)
  const isThere = existsSync(path)
  if (!isThere && !allowsNewDatabase)
    return printCliError(
      `There is no database at ${escapeForTerminal(path)} that the copy would take the place of. Is COUNTERSIGN_DATABASE the setting of the server? If it is, say --new. Nothing was changed.`,
    )
  const making = `${path}.restoring`
  const removeMaking = (): void => ['', '-wal', '-shm'].forEach((end) => rmSync(`${making}${end}`, { force: true }))
  // What a restore left that was cut off.
  removeMaking()
  try {
    const head = await prepareBackupCopyForRestore(file, making)
    const compared = isThere ? await comparePresentDatabase(path, making) : 'none'
    if (compared === 'in use') return printCliError(inUseText(path))
    const comparison = typeof compared === 'string' ? null : compared
    // What would be lost is read before the answer; with --json, the output has the result alone.
    const report = json === true ? console.error : console.log
    report(formatRestoreComparison(head, isThere, comparison))
    if (comparison !== null && !comparison.hasSameAuditLog)
      return printCliError(
        'The copy is not one of this database: its log ends in a line that this one does not have. Nothing was changed; set COUNTERSIGN_DATABASE to another file to use it there.',
      )
    if (!yes && !process.stdin.isTTY) return printCliError('Nothing was changed. Add --yes to do it.')
    if (!yes && !(await confirmOnTerminal('Put it back? Type "yes": '))) return printCliError('Nothing was changed.')
    return await replaceDatabase(settings, { path, making, isThere, comparison, head })
  } finally {
    removeMaking()
  }
}

/** How sure somebody is before they are asked. */
interface RestoreConfirmation {
  yes: boolean
  /** That there is no database yet. */
  allowsNewDatabase: boolean
  json: true | undefined
}

const inUseText = (path: string): string =>
  `The server runs on ${escapeForTerminal(path)}. Stop it, and say this again. Nothing was changed.`

/** From here on nobody else opens the present file: whoever answered may have taken their time. */
async function replaceDatabase(
  settings: ServerSettings,
  {
    path,
    making,
    isThere,
    comparison,
    head,
  }: { path: string; making: string; isThere: boolean; comparison: DatabaseBackupComparison | null; head: string },
): Promise<CliCommandOutcome> {
  const aside = `${path}.before-restore-${new Date(systemClock()).toISOString().replaceAll(/[-:]|\.\d+/g, '')}`
  const held = comparison === null ? 'damaged' : lockSqliteFileExclusively(path)
  if (held === null) return printCliError(inUseText(path))
  let finished: RestoreResult
  try {
    if (
      comparison !== null &&
      held !== 'damaged' &&
      held.readAuditLogHead() !== `${comparison.present.sequence}:${comparison.present.hash}`
    )
      return printCliError(
        'Something happened on the server while you were asked. Say this again. Nothing was changed.',
      )
    const copy = openDatabase(`sqlite:${making}`)
    try {
      finished = await finishRestore(settings, copy, comparison)
    } finally {
      await copy.close()
    }
    replaceSqliteFile(making, path, aside)
  } finally {
    if (held !== 'damaged') held.release()
  }
  return {
    json: { head, ...summarizeRestoreComparison(comparison), keptAs: isThere ? aside : null, ...finished.json },
    text: [
      finished.text,
      isThere
        ? `The database that was there is kept as ${escapeForTerminal(aside)}. Start the server.`
        : 'Start the server.',
    ],
  }
}

/**
 * Compares the present database with the copy.
 * @returns `damaged` where SQLite takes the present one for no database any more, or it lies under the log of another
 */
async function comparePresentDatabase(
  path: string,
  making: string,
): Promise<DatabaseBackupComparison | 'in use' | 'damaged'> {
  try {
    rejectMismatchedSqliteWal(path)
    const held = lockSqliteFileExclusively(path)
    if (held === null) return 'in use'
    held.release()
    // To be written to, although nothing is: what only reads would leave its files beside it.
    const [present, copy] = [openDatabase(`sqlite:${path}`), openDatabase(`sqlite:${making}`)]
    try {
      return await compareDatabaseWithBackup(present.queries, copy.queries)
    } finally {
      await present.close()
      await copy.close()
    }
  } catch (error) {
    const isDamaged =
      (error instanceof ServerStartupError && error.kind === 'database.replaced') ||
      /^SQLITE_(NOTADB|CORRUPT)/.test(String((error as NodeJS.ErrnoException).code))
    if (!isDamaged) throw error
    return 'damaged'
  }
}

interface RestoreResult {
  json: { sessions: number; tokens: number; newKeys: boolean; left: string[] }
  text: string
}

/** Ends what must not be alive, and makes new signing keys where the copy may have some back that had ended. */
async function finishRestore(
  settings: ServerSettings,
  { queries }: Pick<Database, 'queries'>,
  comparison: DatabaseBackupComparison | null,
): Promise<RestoreResult> {
  const now = systemClock()
  const { sessions, tokens, manualSteps } = await reapplyRevocationsAfterRestore(
    { queries, random: systemRandomBytes, now },
    comparison,
  )
  const serverKey = readServerMasterKey(settings.keyFile)
  const changesKeys = comparison === null || comparison.revived.signingKeys
  const newKeys = changesKeys && serverKey !== null
  if (newKeys)
    await rotateSigningKeys({ queries, random: systemRandomBytes, serverKey, limits: settings.limits }, now, {
      immediately: true,
    })
  if (changesKeys && serverKey === null)
    manualSteps.push('the key file is not there: restore it, then run "countersign keys rotate --now"')
  if (comparison === null)
    manualSteps.push(
      'who was suspended or erased, which wallets, passkeys, roles and consents were taken away, and which applications and groups were changed since the copy is not known here: do these again',
    )
  const ended = `${formatPluralCount(sessions, 'session', 'sessions')} and ${formatPluralCount(tokens, 'token', 'tokens')} of the administration ended${newKeys ? '; new signing keys are in use' : ''}.`
  return {
    json: { sessions, tokens, newKeys, left: manualSteps },
    text: [ended, ...manualSteps.map((line) => `Look at: ${line}.`)].join('\n'),
  }
}
