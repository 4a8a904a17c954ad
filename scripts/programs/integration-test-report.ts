import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PackageRegistryName, IntegrationTestResult } from './integration-test-types.ts'
import type { ApplicationPresetTestRun } from '../../server/src/oidc/presets/application-preset-types.ts'

export interface IntegrationTestReportRow {
  id: string
  registry: PackageRegistryName
  version: string
  outcome: 'works' | 'failed' | 'skipped'
  seen?: IntegrationTestResult
  why?: string
}

const columns = ['program', 'version', 'sign-in', 'names', 'groups', 'refused', 'sign-out', 'refresh', 'verdict']

const cellsOf = ({ id, version, outcome, seen }: IntegrationTestReportRow): string[] => [
  id,
  version,
  ...(seen === undefined
    ? ['', '', '', '', '', '']
    : [seen.signIn, seen.names, seen.groups, seen.refused, seen.signOut, seen.refresh]),
  outcome,
]

export function printIntegrationTestReport(rows: readonly IntegrationTestReportRow[]): void {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  console.log(
    `\n${[line(columns), line(columns.map(() => '---')), ...rows.map((row) => line(cellsOf(row)))].join('\n')}`,
  )
}

const lastRunsPath = join(import.meta.dirname, '../../server/src/oidc/presets/last-run.json')

/** Programs that failed or were skipped keep their earlier result. */
export function saveApplicationPresetTestRuns(rows: readonly IntegrationTestReportRow[], now: Date): void {
  const kept = JSON.parse(readFileSync(lastRunsPath, 'utf8')) as Record<string, ApplicationPresetTestRun>
  for (const { id, version, outcome, seen } of rows)
    if (outcome === 'works' && seen !== undefined) kept[id] = { version, on: now.toISOString().slice(0, 10), ...seen }
  const sorted = Object.fromEntries(Object.entries(kept).sort(([one], [other]) => (one < other ? -1 : 1)))
  writeFileSync(lastRunsPath, `${JSON.stringify(sorted, null, 2)}\n`)
}
