// What `npm run programs` saw when it last ran each program.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PresetTestRun } from './application-preset.ts'

/** Read when it is needed: only the guides are made from it. */
export function readPresetTestRuns(): Readonly<Record<string, PresetTestRun>> {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'last-run.json'), 'utf8')) as Record<string, PresetTestRun>
}

/** @throws if it has never run the program */
export function getPresetTestRun(id: string): PresetTestRun {
  const run = readPresetTestRuns()[id]
  if (run === undefined) throw new Error(`last-run.json has no ${id}: npm run programs ${id}`)
  return run
}
