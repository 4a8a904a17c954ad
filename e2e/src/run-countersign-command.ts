// Runs a command of the product to its end, as an operator types it.
import { spawn } from 'node:child_process'
import { builtServerCliPath } from './start-server-for-tests.ts'

/** What a command came to. */
export interface CountersignCommandResult {
  exitCode: number | null
  /** Everything it wrote, to both outputs. */
  output: string
}

/**
 * @param words of the command line, after `countersign`
 * @param environment the settings; nothing else is passed on but the path
 * @param folder to run in
 * @param from the command line that is asked, where it is not the one of this release
 */
export async function runCountersignCommand(
  words: readonly string[],
  environment: Record<string, string>,
  folder: string,
  from = builtServerCliPath,
): Promise<CountersignCommandResult> {
  const command = spawn(process.execPath, [from, ...words], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], ...environment },
  })
  let output = ''
  for (const stream of [command.stdout, command.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  const exitCode = await new Promise<number | null>((resolve) => command.once('close', resolve))
  return { exitCode, output }
}
