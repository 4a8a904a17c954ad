// What `npm run programs` saw when it last ran each program.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ApplicationPresetTestRun } from './application-preset-types.ts'

/** Read when it is needed: only the guides are made from it. */
export function readApplicationPresetTestRuns(): Readonly<Record<string, ApplicationPresetTestRun>> {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'last-run.json'), 'utf8')) as Record<
    string,
    ApplicationPresetTestRun
  >
}

/** @throws if it has never run the program */
export function requireApplicationPresetTestRun(id: string): ApplicationPresetTestRun {
  const run = readApplicationPresetTestRuns()[id]
  if (run === undefined) throw new Error(`last-run.json has no ${id}: npm run programs ${id}`)
  return run
}
