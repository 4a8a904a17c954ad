// The report is saved as JSON after every round, so that the test can be resumed.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { ConsistencyTestOperationOutcome } from './consistency-test-operation-types.ts'
import type { SoakTestRoundResult } from './run-soak-test-round.ts'
import type { ConsistencyRuleViolation } from './create-linearizable-register-rule.ts'
import type { TestServerClusterDatabaseKind } from './start-test-server-cluster.ts'

interface SoakOptions {
  seed: string
  database: TestServerClusterDatabaseKind
  clients: number
  /** Whether each round starts with the previous release and upgrades. */
  rolls: boolean
  /** The server's seeded fault; null for the unmodified server. */
  fault: string | null
}

interface RoundReport {
  seconds: number
  operations: Record<string, Partial<Record<ConsistencyTestOperationOutcome, number>>>
  disturbances: Record<string, number>
  lines: number
  violations: ConsistencyRuleViolation[]
  history: string | null
}

export interface SoakTestReport extends SoakOptions {
  rounds: RoundReport[]
}

export const readSoakTestReport = (path: string): SoakTestReport =>
  JSON.parse(readFileSync(path, 'utf8')) as SoakTestReport

export function writeSoakTestReport(path: string, report: SoakTestReport): void {
  if (!existsSync(dirname(path))) mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${JSON.stringify(report, null, 2)}\n`)
}

export function summarizeSoakTestRound(
  { history, final, violations, path }: SoakTestRoundResult,
  seconds: number,
): RoundReport {
  const operations: RoundReport['operations'] = {}
  for (const { kind, outcome } of history.operations) incrementCount((operations[kind] ??= {}), outcome)
  const disturbances: RoundReport['disturbances'] = {}
  for (const { what } of history.disturbances) incrementCount(disturbances, what)
  return {
    seconds,
    operations,
    disturbances,
    lines: final.log.length,
    violations,
    history: violations.length === 0 ? null : path,
  }
}

function incrementCount(counts: Record<string, number | undefined>, name: string, count = 1): void {
  counts[name] = (counts[name] ?? 0) + count
}

const count = (counts: Record<string, Record<string, number | undefined>>): number =>
  Object.values(counts)
    .flatMap((one) => Object.values(one))
    .reduce<number>((sum, one = 0) => sum + one, 0)

export function formatSoakTestReport({ seed, database, clients, rolls, fault, rounds }: SoakTestReport): string {
  const operations: Record<string, Partial<Record<ConsistencyTestOperationOutcome, number>>> = {}
  const disturbances: Record<string, number> = {}
  for (const round of rounds) {
    for (const [kind, counts] of Object.entries(round.operations))
      for (const [outcome, count] of Object.entries(counts)) incrementCount((operations[kind] ??= {}), outcome, count)
    for (const [what, count] of Object.entries(round.disturbances)) incrementCount(disturbances, what, count)
  }
  const minutes = rounds.reduce((sum, { seconds }) => sum + seconds, 0) / 60
  const violations = rounds.flatMap((round) => round.violations)
  const rows = Object.entries(operations)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([kind, { ok = 0, fail = 0, info = 0 }]) => `| ${kind} | ${ok} | ${fail} | ${info} |`)
  const command = `npm run soak -- --minutes ${Math.ceil(minutes)} --seed ${seed} --database ${database} --clients ${clients}`
  return [
    `\`${command}${rolls ? ' --roll' : ''}${fault === null ? '' : ` --fault ${fault}`}\`: ${rounds.length} rounds in ${minutes.toFixed(1)} minutes, ${count(operations)} operations, ${count({ all: disturbances })} disturbances, ${rounds.reduce((sum, { lines }) => sum + lines, 0)} lines of activity.`,
    '',
    '| operation | ok | refused | indeterminate |',
    '|---|---|---|---|',
    ...rows,
    '',
    `The nemesis: ${Object.entries(disturbances)
      .map(([what, count]) => `${what} ${count}`)
      .join(', ')}.`,
    '',
    violations.length === 0 ? 'No violation.' : `${violations.length} violations:`,
    ...violations
      .slice(0, 50)
      .map(({ rule, text, operations }) => `- ${rule}: ${text} (operations ${operations.join(', ')})`),
    ...rounds.flatMap(({ history }) => (history === null ? [] : [`History: ${history}`])),
  ].join('\n')
}
