// Runs CLI commands within the test process and captures their output.
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { format } from 'node:util'
import { afterEach, beforeEach, vi } from 'vitest'
import { runCliProgram } from '../cli/cli-program.ts'

/**
 * Captures output in all tests of the file.
 * @returns the lines of stdout and stderr, cleared before each test
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

/** Needs `captureCommandOutput`. */
export const runCliCommandForExitCode = (...words: string[]): Promise<number> => runCliProgram(words, null)

export interface CliCommandResult {
  code: number
  out: string
  error: string
}

export interface CliCommandEnvironment {
  folder: string
  environment?: Record<string, string>
  input?: string | Uint8Array
}

const program = join(import.meta.dirname, '../cli-main.ts')
let runs = 0

/**
 * Only one command can run at a time, because it replaces the process's folder, environment and
 * output.
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
