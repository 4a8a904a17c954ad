// A temporary folder with a command runner.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { runCliCommandForTests } from './cli-command-test-steps.ts'
import type { CliCommandResult } from './cli-command-test-steps.ts'

export function createCliCommandFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-commands-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const address = `sqlite:${join(folder, 'data/countersign.db')}`
  const run = (words: string[], environment: Record<string, string> = {}): Promise<CliCommandResult> =>
    runCliCommandForTests(words, {
      folder,
      environment: { COUNTERSIGN_DATABASE: address, COUNTERSIGN_ORIGIN: 'https://sign-in.example', ...environment },
    })
  const write = (name: string, content: unknown): void =>
    writeFileSync(
      join(folder, name),
      typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content),
    )
  return { folder, address, run, write }
}

export const redPixelPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

export const parsePrintedClientSecret = ({ out }: CliCommandResult): string =>
  /(?:client secret +|shown only once\): )([0-9A-Za-z_-]{43})/.exec(out)?.[1] ?? ''
