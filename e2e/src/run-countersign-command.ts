import { spawn } from 'node:child_process'
import { builtServerCliPath } from './start-server-for-tests.ts'

export interface CountersignCommandResult {
  exitCode: number | null
  output: string
}

/** Only `environment` and PATH are passed. `from` is another release's command line. */
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
