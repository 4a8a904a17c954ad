// `npm run soak` needs a built server.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildMutationTestServer, serverSourceMutationNames } from './build-server-with-seeded-fault.ts'
import { buildPreviousServerRelease, findPreviousReleaseBuildProblem } from '../build-previous-server-release.ts'
import {
  summarizeSoakTestRound,
  readSoakTestReport,
  formatSoakTestReport,
  writeSoakTestReport,
} from './soak-test-report-file.ts'
import type { SoakTestReport } from './soak-test-report-file.ts'
import { runSoakTestRound } from './run-soak-test-round.ts'
import { testServerClusterDatabaseKinds } from './start-test-server-cluster.ts'
import type { TestServerClusterDatabaseKind } from './start-test-server-cluster.ts'

const usage = `npm run soak -- --minutes N [--seed TEXT] [--database ${testServerClusterDatabaseKinds.join('|')}] [--clients N] [--roll] [--fault NAME]
npm run soak -- --minutes N --resume FILE

Goes on in rounds until N minutes are over, those of an earlier run that is resumed counted, and writes its report after each.
With --roll, each round begins with the release before this one and moves on to this one, instance by instance.
A fault is one of: ${serverSourceMutationNames.join(', ')}. The server is built with it, and the run ends once it is found.`

const folder = join(import.meta.dirname, '../../../soak')
/** A history is checked as a whole, so each round stays short. */
const roundSeconds = 60
const mutantRoundSeconds = 20
const pauseMs = 1500

const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    seed: { type: 'string', default: '1' },
    database: { type: 'string', default: 'postgres' },
    clients: { type: 'string', default: '16' },
    roll: { type: 'boolean', default: false },
    fault: { type: 'string' },
    resume: { type: 'string' },
  },
})
const minutes = Number(values.minutes)
const clients = Number(values.clients)
const isDatabase = (text: string): text is TestServerClusterDatabaseKind =>
  testServerClusterDatabaseKinds.some((kind) => kind === text)
const isKnownMutation = values.fault === undefined || serverSourceMutationNames.includes(values.fault)
const missingRollRequirement = values.roll ? findPreviousReleaseBuildProblem() : null
if (missingRollRequirement !== null) throw new Error(`The previous release cannot be built: ${missingRollRequirement}.`)
if (!(minutes > 0) || !(clients > 0) || !isDatabase(values.database) || !isKnownMutation) {
  console.error(usage)
  process.exit(2)
}

const { seed, database, roll: rolls } = values
const fault = values.fault ?? null
const report: SoakTestReport =
  values.resume === undefined
    ? { seed, database, clients, rolls, fault, rounds: [] }
    : readSoakTestReport(values.resume)
const path =
  values.resume ??
  join(
    folder,
    `report-${[seed, database, ...(rolls ? ['roll'] : []), ...(fault === null ? [] : [fault])].join('-')}.json`,
  )
const mutant = report.fault === null ? null : buildMutationTestServer(report.fault)
const previous = report.rolls ? buildPreviousServerRelease() : null
/** On interruption, writes the report so far and stops the servers. */
const stopped = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopped.abort())
try {
  const isOver = (): boolean =>
    stopped.signal.aborted ||
    report.rounds.reduce((sum, { seconds }) => sum + seconds, 0) >= minutes * 60 ||
    (mutant !== null && report.rounds.some(({ violations }) => violations.length > 0))
  while (!isOver()) {
    const startedAt = performance.now()
    const result = await runSoakTestRound({
      seed: `${report.seed}.${report.rounds.length}`,
      seconds: mutant === null ? roundSeconds : mutantRoundSeconds,
      database: report.database,
      clients: report.clients,
      folder: report.fault === null ? folder : join(folder, report.fault),
      pauseMs,
      signal: stopped.signal,
      ...(mutant !== null && { program: mutant.program }),
      ...(previous !== null && { previous: previous.program }),
    })
    const round = summarizeSoakTestRound(result, (performance.now() - startedAt) / 1000)
    report.rounds.push(round)
    writeSoakTestReport(path, report)
    // Histories without violations are not worth keeping.
    if (round.history === null) rmSync(result.path)
    const { length: operations } = result.history.operations
    console.log(
      `round ${report.rounds.length}, ${round.seconds.toFixed(0)} s: ${operations} operations, ${result.history.disturbances.length} disturbances, ${round.violations.length} violations`,
    )
  }
} finally {
  mutant?.remove()
  previous?.remove()
}
console.log(`\n${formatSoakTestReport(report)}\n\n${path}`)
const hasViolations = report.rounds.some(({ violations }) => violations.length > 0)
process.exitCode = hasViolations === (report.fault !== null) ? 0 : 1
