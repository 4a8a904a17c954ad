import type { Command } from 'commander'
import { createWriteStream, rmSync } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setFlagsFromString } from 'node:v8'
import {
  sanitizeTerminalOutput,
  printCliError,
  printCliUsageError,
  collectRepeatedOption,
  setCliCommandAction,
  setAdminApiCliCommandAction,
} from './cli-command-actions.ts'
import type { AdminApiClient } from './cli-admin-api-client.ts'
import { createTerminalProgressBar } from './terminal-progress-bar.ts'

export function registerCliCommands(program: Command): void {
  const activity = program.command('audit').description('Verifies and exports the audit log.')
  setCliCommandAction(
    activity
      .command('verify [heads...]')
      .description('Verifies the audit log and its consistency with saved entries (SEQUENCE:HASH) and checkpoints.')
      .option('--checkpoint <file>', 'a saved checkpoint; repeatable', collectRepeatedOption)
      .option(
        '--key <key>',
        'a key printed earlier by "audit key" and kept elsewhere; without this option, the command trusts the keys in the database, which anyone with write access can replace',
      )
      .option('--progress <file>', 'continue where an earlier run stopped, and record the progress of this run'),
    async (heads: string[], options: object) => {
      // Keeps V8 from growing the young generation during a long read.
      setFlagsFromString('--semi-space-growth-factor=1')
      // Without this, V8 would also keep connection buffers: 117 MB with PostgreSQL.
      setFlagsFromString('--optimize-for-size')
      const { runAuditLogVerifyCommand } = await import('./audit-log-verify-cli-command.ts')
      return runAuditLogVerifyCommand(heads, options)
    },
  )
  setCliCommandAction(
    activity
      .command('checkpoint')
      .description('Prints a signed checkpoint of the current audit log. Store it elsewhere.')
      .option('--out <file>', 'write the checkpoint to a new file'),
    async (options: { out?: string }) =>
      (await import('./audit-log-checkpoint-cli-commands.ts')).runAuditLogCheckpointCommand(options),
  )
  setCliCommandAction(
    activity.command('key').description('Prints the keys that verify audit log checkpoints.'),
    async () => (await import('./audit-log-checkpoint-cli-commands.ts')).runAuditLogKeyCommand(),
  )
  setAdminApiCliCommandAction(
    activity
      .command('export <file>')
      .description('Exports the audit log to a new file.')
      .option('--format <format>', 'jsonl or csv', 'jsonl')
      .option('--type <types>', 'only entries of these types, separated by commas')
      .option('--from <time>', 'only entries at or after this time (RFC 3339)')
      .option('--to <time>', 'only entries before this time (RFC 3339)'),
    { subjects: ['activity'], access: 'write' },
    exportAuditLog,
  )
}

interface ExportOptions {
  format: string
  type?: string
  from?: string
  to?: string
}

async function exportAuditLog(
  client: AdminApiClient,
  path: string,
  { format, ...filter }: ExportOptions,
): Promise<number> {
  if (format !== 'jsonl' && format !== 'csv') {
    return printCliUsageError(`--format is "${sanitizeTerminalOutput(format)}"; allowed: jsonl, csv.`)
  }
  const pieces = await client.download('exportEvents', { query: { ...filter, format } })
  const progress = createTerminalProgressBar('Exporting')
  try {
    // The export contains signed messages, so only the owner of the file may read it.
    await pipeline(pieces, createProgressMeter(progress), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      return printCliError(`${sanitizeTerminalOutput(path)} already exists and was not changed.`)
    rmSync(path, { force: true })
    return printCliError(
      `The export failed, and the incomplete file was removed: ${sanitizeTerminalOutput((error as Error).message)}`,
    )
  } finally {
    progress(1)
  }
  console.log(`Exported the audit log to ${sanitizeTerminalOutput(path)}.`)
  return 0
}

/** The newest entry comes first, so its sequence number bounds the number of entries. */
function createProgressMeter(progress: (done: number) => void): Transform {
  let first: number | undefined
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      const sequence = Number(/^(?:\{"sequence":)?(\d+),/m.exec(String(chunk))?.[1] ?? Number.NaN)
      first ??= Number.isNaN(sequence) ? undefined : sequence
      if (first !== undefined && sequence > 0) progress(Math.min(0.99, 1 - sequence / first))
      done(null, chunk)
    },
  })
}
