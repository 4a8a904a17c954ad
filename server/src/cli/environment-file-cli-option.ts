// The option `--env [file]`: prints the settings of the developer kit, or writes them to a file.
import { Option } from 'commander'
import { closeSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { sanitizeTerminalOutput, printCliError } from './cli-command-actions.ts'
import type { CliCommandOutcome, PrintedCliOutcome } from './cli-command-actions.ts'

/** `true` without a file name: print the lines. */
export type EnvironmentFileOption = string | true | undefined

export const createEnvironmentFileOption = (): Option =>
  new Option(
    '--env [file]',
    'write the .env lines for the developer kit to a new file that only you can read; without a file name, print only these lines',
  ).conflicts('json')

/**
 * Creates the file before `act` runs, so that no secret is created that cannot be saved, and removes
 * it if `act` prints no lines.
 * @param act returns the `.env` lines as the text of its outcome
 */
export async function writeEnvironmentFile(
  env: EnvironmentFileOption,
  act: () => Promise<CliCommandOutcome>,
): Promise<CliCommandOutcome> {
  if (typeof env !== 'string') return act()
  const opened = createEnvironmentFile(env)
  if (typeof opened === 'string') return printCliError(opened)
  let isWritten = false
  try {
    const outcome = await act()
    if (typeof outcome === 'number') return outcome
    const saved = await saveLines(opened, env, outcome)
    isWritten = saved.isWritten
    return saved.outcome
  } finally {
    closeSync(opened)
    if (!isWritten) rmSync(env, { force: true })
  }
}

/** @returns the open file, or the error message */
function createEnvironmentFile(path: string): number | string {
  const shown = JSON.stringify(sanitizeTerminalOutput(path))
  try {
    return openSync(path, 'wx', 0o600)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    return code === 'EEXIST'
      ? `The file ${shown} already exists, and may contain secrets. Nothing was changed. Move it away, use another name, or use --env without a name to print the lines and add them yourself.`
      : `The file ${shown} cannot be created${code === 'ENOENT' ? ', because its folder does not exist' : ` (${code})`}. Nothing was changed. Use a name such as --env .env`
  }
}

async function saveLines(
  file: number,
  path: string,
  outcome: PrintedCliOutcome,
): Promise<{ isWritten: boolean; outcome: PrintedCliOutcome }> {
  const { notes = [], text } = outcome
  const shown = JSON.stringify(sanitizeTerminalOutput(path))
  try {
    const lines = [typeof text === 'function' ? await text() : text].flat()
    writeFileSync(file, `${lines.join('\n')}\n`)
    fsyncSync(file)
  } catch {
    const failed = `The file ${shown} could not be written. Save the lines above now: the secrets are not shown again.`
    return { isWritten: false, outcome: { ...outcome, notes: [...notes, failed], exitCode: 1 } }
  }
  const written = `Wrote the settings to ${shown}.`
  return { isWritten: true, outcome: { ...outcome, text: [], notes: [...notes, written] } }
}
