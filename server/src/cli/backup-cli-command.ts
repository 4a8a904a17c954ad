// For PostgreSQL, `--record-only` records a backup that was made with other tools.
import { dirname } from 'node:path'
import { statSync } from 'node:fs'
import type { Command } from 'commander'
import { verifyAuditLogIntegrity } from '../audit-log/verify-audit-log.ts'
import { formatRfc3339Timestamp } from '../platform/clock.ts'
import { backupSqlite } from '../platform/database/backup-sqlite.ts'
import { isDiskFullError } from '../platform/database/open-configured-database.ts'
import { openDatabase } from '../platform/database/open-sqlite-or-postgres-database.ts'
import { recordCompletedBackup } from '../admin/setup/record-completed-backup.ts'
import { ServerStartupError } from '../platform/server-startup-error.ts'
import { printCliError, printCliUsageError, setCliCommandAction } from './cli-command-actions.ts'
import type { CliCommandOutcome } from './cli-command-actions.ts'
import { escapeForTerminal } from './escape-for-terminal.ts'
import { runWithConfiguredDatabase } from './run-with-configured-database.ts'
import type { CliDatabaseCommandContext } from './run-with-configured-database.ts'

export function registerCliCommands(program: Command): void {
  setCliCommandAction(
    program
      .command('backup [file]')
      .description(
        'Backs up the database (SQLite) to a new file, verifies the copy and records it. --record-only records a backup made with other tools.',
      )
      .option('--record-only', 'record a backup made with other tools')
      .addHelpText(
        'after',
        `
The server can keep running during the backup. Only the owner of the new file
can read it. The key file is not included; keep a copy of it as well, because
the signing keys in the backup cannot be used without it. For PostgreSQL, use
pg_dump and then --record-only, so that the administration shows the age of the
backup.`,
      ),
    async (path: string | undefined, { recordOnly = false }: { recordOnly?: boolean }) => {
      if (recordOnly === (path !== undefined)) {
        return printCliUsageError('Specify either a file, as in "countersign backup backup.db", or --record-only.')
      }
      return runWithConfiguredDatabase('write', (context) =>
        path === undefined ? recordBackupDone(context) : copyDatabase(context, path),
      )
    },
  )
}

async function recordBackupDone(context: CliDatabaseCommandContext): Promise<CliCommandOutcome> {
  await recordCompletedBackup(context, 'operator', context.now)
  return { json: { lastAt: formatRfc3339Timestamp(context.now) }, text: 'Recorded that a backup was made now.' }
}

async function copyDatabase(context: CliDatabaseCommandContext, path: string): Promise<CliCommandOutcome> {
  const { database } = context.settings
  if (!database.startsWith('sqlite:'))
    return printCliError(
      'The database is PostgreSQL: make the backup with pg_dump, then run "countersign backup --record-only". Nothing was written.',
    )
  let head = ''
  try {
    await backupSqlite(database.slice('sqlite:'.length), path, async (copied) => {
      head = await verifyCopy(copied)
    })
  } catch (error) {
    if (isDiskFullError(error))
      throw new ServerStartupError(
        'disk.full',
        `No backup was made: not enough disk space for ${escapeForTerminal(path)}, which needs as much space as the database. The incomplete file was removed. Free some space, or specify a file on another disk.`,
      )
    return printCliError(`No backup was made: ${reasonOf(error, path)}`)
  }
  await recordCompletedBackup(context, 'copy', context.now)
  const bytes = statSync(path).size
  return {
    json: { file: path, bytes, head, lastAt: formatRfc3339Timestamp(context.now) },
    text: [
      `Copied the database to ${escapeForTerminal(path)} (${bytes} bytes) and verified the copy.`,
      `Save the head of the audit log in the copy: ${head}`,
      'The key file is not included. Keep a copy of it elsewhere.',
    ],
  }
}

async function verifyCopy(path: string): Promise<string> {
  const copied = openDatabase(`sqlite:${path}`, { readOnly: true })
  try {
    const result = await verifyAuditLogIntegrity(copied.queries)
    if (result.outcome === 'broken')
      throw new Error(`the audit log of the copy is broken at entry ${result.sequence}. ${result.reason}`)
    return `${result.head.sequence}:${result.head.hash}`
  } finally {
    await copied.close()
  }
}

function reasonOf(error: unknown, path: string): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EEXIST') return `${escapeForTerminal(path)} already exists and was not changed.`
  if (code === 'ENOENT') return `the folder ${escapeForTerminal(dirname(path))} does not exist.`
  return `${escapeForTerminal(message)}. The incomplete file was removed.`
}
