// Results of the last runs of `npm run programs`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ApplicationPresetTestRun } from './application-preset-types.ts'

export function readApplicationPresetTestRuns(): Readonly<Record<string, ApplicationPresetTestRun>> {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'last-run.json'), 'utf8')) as Record<
    string,
    ApplicationPresetTestRun
  >
}

export function requireApplicationPresetTestRun(id: string): ApplicationPresetTestRun {
  const run = readApplicationPresetTestRuns()[id]
  if (run === undefined) throw new Error(`last-run.json has no ${id}: npm run programs ${id}`)
  return run
}
