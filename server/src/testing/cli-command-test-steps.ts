// Commands of the command line that a test runs in its own process: what they print, and where they find their settings.
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { format } from 'node:util'
import { afterEach, beforeEach, vi } from 'vitest'
import { runCliProgram } from '../cli/cli-program.ts'

/**
 * Takes down what commands print from here on, in every test of the file, and puts console and environment back after each.
 * @returns the lines printed, whether to be read or to be told of a mistake; whoever has read them empties it
 */
export function captureCommandOutput(): string[] {
  const said: string[] = []
  beforeEach(() => {
    said.length = 0
    for (const way of ['log', 'error'] as const)
      vi.spyOn(console, way).mockImplementation((line: unknown) => void said.push(String(line)))
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllEnvs()
  })
  return said
}

/**
 * Runs a command within the test, whose console and environment are taken down by `captureCommandOutput`.
 * @returns the exit code
 */
export const runCliCommandForExitCode = (...words: string[]): Promise<number> => runCliProgram(words, null)

/** What a command came to. */
export interface CliCommandResult {
  code: number
  out: string
  error: string
}

export interface CliCommandEnvironment {
  /** Where it runs. */
  folder: string
  /** All the environment that it sees, but for the path. */
  environment?: Record<string, string>
  /** What it is given on its standard input, which is no terminal. */
  input?: string | Uint8Array
}

const program = join(import.meta.dirname, '../cli-main.ts')
let runs = 0

/**
 * Runs a command as the command line does, but within this process: the program begins anew, and what it loads is loaded already. That real
 * processes do the same is tested where they are started (`cli/signing-key-cli-commands.test.ts`, `cli/inspect-message-cli-commands.test.ts`, `e2e/operation`).
 * One at a time: folder, environment and outputs are the process's.
 * @param words of the command line, after `countersign`
 */
export async function runCliCommandForTests(
  words: readonly string[],
  { folder, environment = {}, input = '' }: CliCommandEnvironment,
): Promise<CliCommandResult> {
  const said = { out: '', error: '' }
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((...parts: unknown[]) => void (said.out += `${format(...parts)}\n`)),
    vi
      .spyOn(console, 'error')
      .mockImplementation((...parts: unknown[]) => void (said.error += `${format(...parts)}\n`)),
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((said.out += String(text)), true)),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((said.error += String(text)), true)),
  ]
  const { env, argv, exitCode } = process
  const before = process.cwd()
  const stdin = Object.getOwnPropertyDescriptor(process, 'stdin') ?? {}
  try {
    process.chdir(folder)
    process.env = { PATH: env['PATH'], ...environment }
    process.argv = [process.execPath, program, ...words]
    process.exitCode = undefined
    Object.defineProperty(process, 'stdin', {
      configurable: true,
      value: Readable.from(input.length === 0 ? [] : [Buffer.from(input)]),
    })
    runs += 1
    await import(`${program}?run=${runs}`)
    return { code: Number(process.exitCode ?? 0), ...said }
  } finally {
    process.chdir(before)
    Object.assign(process, { env, argv, exitCode })
    Object.defineProperty(process, 'stdin', stdin)
    for (const spy of spies) spy.mockRestore()
  }
}
