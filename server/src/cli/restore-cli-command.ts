// A restore revokes what the backup would bring back (THREATS N14). For PostgreSQL, restore with
// other tools, then run `--record-only`.
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
import { printCliError, printCliUsageError, setCliCommandAction } from './cli-command-actions.ts'
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
      .option('--new', 'create the database if it does not exist yet')
      .option('--record-only', 'finish a restore made with other tools')
      .addHelpText(
        'after',
        `
Stop the server first. The current database file is kept next to the restored
one until you remove it.

Restoring never reactivates anything that was revoked or removed. All sessions
end, and all application tokens and authorization codes are revoked. Whatever
was suspended, erased, removed or revoked after the backup is read from the
current database and applied again. This covers people (with their wallets,
passkeys, roles and consents), tokens, applications and secrets. If the current
database cannot be read, all API tokens are revoked, and the output lists what
to check.

For PostgreSQL, use pg_restore to restore into an empty database, set
COUNTERSIGN_DATABASE to that database, and then run this command with
--record-only before the first start.`,
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
    return printCliUsageError('Specify either a file, as in "countersign restore backup.db", or --record-only.')
  }
  if (file === undefined)
    return runWithConfiguredDatabase('write', ({ settings, queries }) => finishRestore(settings, { queries }, null))
  const { settings } = loadServerSettings(process.env)
  if (!settings.database.startsWith('sqlite:'))
    return printCliError(
      'The database is PostgreSQL: restore it with pg_restore, then run "countersign restore --record-only". Nothing was changed.',
    )
  return restoreFile(settings, settings.database.slice('sqlite:'.length), file, { yes, allowsNewDatabase, json })
}

async function restoreFile(
  settings: ServerSettings,
  path: string,
  file: string,
  { yes, allowsNewDatabase, json }: RestoreConfirmation,
): Promise<CliCommandOutcome> {
  if (!existsSync(file))
    return printCliError(`The file ${escapeForTerminal(file)} does not exist. Nothing was changed.`)
  const isThere = existsSync(path)
  if (!isThere && !allowsNewDatabase)
    return printCliError(
      `There is no database at ${escapeForTerminal(path)} for the backup to replace. Check that COUNTERSIGN_DATABASE has the same value as for the server. If it does, use --new. Nothing was changed.`,
    )
  const making = `${path}.restoring`
  const removeMaking = (): void => ['', '-wal', '-shm'].forEach((end) => rmSync(`${making}${end}`, { force: true }))
  removeMaking()
  try {
    const head = await prepareBackupCopyForRestore(file, making)
    const compared = isThere ? await comparePresentDatabase(path, making) : 'none'
    if (compared === 'in use') return printCliError(inUseText(path))
    const comparison = typeof compared === 'string' ? null : compared
    // With --json, stdout must contain only the result.
    const report = json === true ? console.error : console.log
    report(formatRestoreComparison(head, isThere, comparison))
    if (comparison !== null && !comparison.hasSameAuditLog)
      return printCliError(
        'The backup is not from this database: its log ends with an entry that this database does not have. Nothing was changed. To use the backup, set COUNTERSIGN_DATABASE to another file.',
      )
    if (!yes && !process.stdin.isTTY) return printCliError('Nothing was changed. Add --yes to confirm.')
    if (!yes && !(await confirmOnTerminal('Restore it? Type "yes": '))) return printCliError('Nothing was changed.')
    return await replaceDatabase(settings, { path, making, isThere, comparison, head })
  } finally {
    removeMaking()
  }
}

interface RestoreConfirmation {
  yes: boolean
  allowsNewDatabase: boolean
  json: true | undefined
}

const inUseText = (path: string): string =>
  `A server is using ${escapeForTerminal(path)}. Stop it, then run this again. Nothing was changed.`

/** Rechecks under lock, because the database may have changed before the operator confirmed. */
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
      return printCliError('The database changed before you confirmed. Run this again. Nothing was changed.')
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
      isThere ? `The previous database is kept as ${escapeForTerminal(aside)}. Start the server.` : 'Start the server.',
    ],
  }
}

/** `damaged` means an invalid database file, or a WAL that belongs to another database. */
async function comparePresentDatabase(
  path: string,
  making: string,
): Promise<DatabaseBackupComparison | 'in use' | 'damaged'> {
  try {
    rejectMismatchedSqliteWal(path)
    const held = lockSqliteFileExclusively(path)
    if (held === null) return 'in use'
    held.release()
    // Opened for writing, because a read-only connection would leave WAL files behind.
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

/** Rotates the signing keys if the backup could bring back revoked ones. */
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
    manualSteps.push('the key file is missing: restore it, then run "countersign keys rotate --now"')
  if (comparison === null)
    manualSteps.push(
      'it is unknown who was suspended or erased, which wallets, passkeys, roles and consents were removed, and which applications and groups were changed since the backup: repeat these changes',
    )
  const ended = `Ended ${formatPluralCount(sessions, 'session', 'sessions')} and revoked ${formatPluralCount(tokens, 'API token', 'API tokens')}${newKeys ? '; new signing keys are in use' : ''}.`
  return {
    json: { sessions, tokens, newKeys, left: manualSteps },
    text: [ended, ...manualSteps.map((line) => `Check: ${line}.`)].join('\n'),
  }
}
