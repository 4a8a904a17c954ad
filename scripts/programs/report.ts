// The table of the programs that were run, and what the presets say of it.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Registry, Seen } from './program-run.ts'
import type { ScriptRun } from '../../server/src/oidc/presets/program.ts'

/** What came of one program. */
export interface Row {
  id: string
  registry: Registry
  version: string
  outcome: 'works' | 'failed' | 'skipped'
  seen?: Seen
  /** Why it failed or was skipped. */
  why?: string
}

const columns = ['program', 'version', 'sign-in', 'names', 'groups', 'refused', 'sign-out', 'refresh', 'verdict']

const cellsOf = ({ id, version, outcome, seen }: Row): string[] => [
  id,
  version,
  ...(seen === undefined
    ? ['', '', '', '', '', '']
    : [seen.signIn, seen.names, seen.groups, seen.refused, seen.signOut, seen.refresh]),
  outcome,
]

/** Prints the rows as a Markdown table. */
export function printTable(rows: readonly Row[]): void {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  console.log(
    `\n${[line(columns), line(columns.map(() => '---')), ...rows.map((row) => line(cellsOf(row)))].join('\n')}`,
  )
}

const keptPath = join(import.meta.dirname, '../../server/src/oidc/presets/last-run.json')

/** Keeps what was seen of programs that work; what was skipped or failed keeps what was seen before. */
export function keepRuns(rows: readonly Row[], now: Date): void {
  const kept = JSON.parse(readFileSync(keptPath, 'utf8')) as Record<string, ScriptRun>
  for (const { id, version, outcome, seen } of rows)
    if (outcome === 'works' && seen !== undefined) kept[id] = { version, on: now.toISOString().slice(0, 10), ...seen }
  const sorted = Object.fromEntries(Object.entries(kept).sort(([one], [other]) => (one < other ? -1 : 1)))
  writeFileSync(keptPath, `${JSON.stringify(sorted, null, 2)}\n`)
}
