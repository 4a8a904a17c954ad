// `countersign audit …`
import type { Command } from 'commander'
import { createWriteStream, rmSync } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setFlagsFromString } from 'node:v8'
import {
  sanitizeTerminalOutput,
  printCliError,
  collectRepeatedOption,
  setCliCommandAction,
  setAdminApiCliCommandAction,
} from './cli-command-actions.ts'
import type { AdminApiClient } from './cli-admin-api-client.ts'
import { createTerminalProgressBar } from './terminal-progress-bar.ts'

export function registerCliCommands(program: Command): void {
  const activity = program.command('audit').description('The audit log.')
  setCliCommandAction(
    activity
      .command('verify [heads...]')
      .description('Verifies the audit log, and its consistency with saved entries (SEQUENCE:HASH) and checkpoints.')
      .option('--checkpoint <file>', 'a saved checkpoint; repeatable', collectRepeatedOption)
      .option(
        '--key <key>',
        'the key that "audit key" printed once, and that you keep elsewhere; without it the keys in the database are believed, which anyone who can write to it can replace',
      )
      .option('--progress <file>', 'continue where an earlier run stopped, and record there how far this one came'),
    async (heads: string[], options: object) => {
      // V8 grows the young generation where a little of it survives each time, which in a long reading it does.
      setFlagsFromString('--semi-space-growth-factor=1')
      // It also keeps a connection's buffers for long: with PostgreSQL they came to 117 MB.
      setFlagsFromString('--optimize-for-size')
      const { runAuditLogVerifyCommand } = await import('./audit-log-verify-cli-command.ts')
      return runAuditLogVerifyCommand(heads, options)
    },
  )
  setCliCommandAction(
    activity
      .command('checkpoint')
      .description('Prints a signed checkpoint of the current audit log to store elsewhere.')
      .option('--out <file>', 'write it to a new file'),
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
      .option('--type <types>', 'only these types, separated by commas')
      .option('--from <time>', 'not before this time (RFC 3339)')
      .option('--to <time>', 'before this time (RFC 3339)'),
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
    console.error(`--format is "${sanitizeTerminalOutput(format)}"; allowed are jsonl and csv.`)
    return 2
  }
  const pieces = await client.download('exportEvents', { query: { ...filter, format } })
  const progress = createTerminalProgressBar('Exporting')
  try {
    // It has what people signed: only its owner may read it, and nothing that is there already is lost to it.
    await pipeline(pieces, createProgressMeter(progress), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      return printCliError(`${sanitizeTerminalOutput(path)} is there already, and is left as it is.`)
    rmSync(path, { force: true })
    return printCliError(
      `The file did not arrive whole, and nothing of it is kept: ${sanitizeTerminalOutput((error as Error).message)}`,
    )
  } finally {
    progress(1)
  }
  console.log(`Wrote the activity to ${sanitizeTerminalOutput(path)}.`)
  return 0
}

/** The newest entry comes first: its number is how many there are at most. */
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
