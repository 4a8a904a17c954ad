// What `npm run programs` saw when it last ran each program.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ScriptRun } from './program.ts'

/** Read when it is needed: only the guides are made from it. */
export function readLastRuns(): Readonly<Record<string, ScriptRun>> {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'last-run.json'), 'utf8')) as Record<string, ScriptRun>
}

/** @throws if it has never run the program */
export function lastRunOf(id: string): ScriptRun {
  const run = readLastRuns()[id]
  if (run === undefined) throw new Error(`last-run.json has no ${id}: npm run programs ${id}`)
  return run
}
