// One round: a site on an empty database, clients and a nemesis for a while, then everything that is there read at the end, and the history checked.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { runCountersignCommand } from '../run-countersign-command.ts'
import { createProcessKey } from './account-operations.ts'
import type { OperationContext } from './operation-context.ts'
import { signInAndStepUp, signInAsOwner, performFinalReads } from './setup-and-final-reads.ts'
import { checkHistory } from './check-history.ts'
import type { FinalClusterState } from './final-cluster-state.ts'
import { injectFaults } from './nemesis.ts'
import type { OperationHistory } from './history-operation.ts'
import { createSeededRandom } from './seeded-random.ts'
import { exportAuditLog, readFinalDatabaseRows, readUntilComplete } from './read-final-cluster-state.ts'
import { createHistoryRecorder, loadOperationHistory, createHistoryWriter } from './history-recorder.ts'
import type { RuleViolation } from './register-rule.ts'
import { startCluster } from './cluster.ts'
import type { DatabaseKind, ClusterProgram } from './cluster.ts'
import { runAdministratorWorkload } from './administrator-workload.ts'
import { runPersonWorkload } from './person-workload.ts'
import { createWorkloadPerson } from './workload-person.ts'
import type { SharedWorkloadState } from './workload-person.ts'

export interface SoakRoundOptions extends ClusterProgram {
  seed: string
  seconds: number
  database: DatabaseKind
  /** How many people act. */
  clients: number
  /** Where the history is written. */
  folder: string
  /** Ends it before its time; what was done until then is checked. */
  signal?: AbortSignal
  /** How long nothing disturbs the site between two things, at most. */
  pauseMs: number
}

export interface SoakRoundResult {
  history: OperationHistory
  final: FinalClusterState
  violations: RuleViolation[]
  /** The file of the history. */
  path: string
}

const adminProcess = 90

export async function runSoakRound(options: SoakRoundOptions): Promise<SoakRoundResult> {
  const { seed, seconds, database, clients, folder, pauseMs } = options
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${seed.replaceAll(/[^0-9A-Za-z]+/g, '-')}-${database}.jsonl`)
  const begun = performance.now()
  const clock = (): number => Math.round((performance.now() - begun) * 1000) / 1000
  const recorder = createHistoryRecorder(createHistoryWriter(path), clock)
  const site = await startCluster(database, options)
  const stop = new AbortController()
  const running: Promise<void>[] = []
  try {
    const sceneOf = (process: number): OperationContext => ({
      site,
      recorder,
      process,
      random: createSeededRandom(`${seed} process ${process}`),
      wait,
    })
    const adminKey = createProcessKey(adminProcess, 1)
    const admin = await signInAsOwner(site, sceneOf(adminProcess), adminKey)
    const people = Array.from({ length: clients }, (_, index) => createWorkloadPerson(index + 1))
    const crowd: SharedWorkloadState = { people, ids: new Set() }
    const acting = [
      ...people.map((person, index) => runPersonWorkload(sceneOf(index + 1), person, crowd, stop.signal)),
      runAdministratorWorkload(sceneOf(adminProcess), adminKey, admin, crowd, stop.signal),
    ]
    const nemesis = injectFaults({ site, recorder }, `${seed} nemesis`, pauseMs, stop.signal)
    const timeIsUp = wait(seconds * 1000, null, { signal: options.signal ?? stop.signal }).catch(() => null)
    running.push(nemesis, ...acting)
    await Promise.race([timeIsUp, ...running])
    stop.abort()
    await Promise.all(running)
    await performFinalReads(sceneOf(adminProcess + 1), crowd)

    const auditor = await signInAndStepUp(sceneOf(adminProcess + 2), adminKey)
    const { final, violations, history } = await readUntilComplete(
      async () => {
        const log = await exportAuditLog(sceneOf(adminProcess), auditor)
        const final = { ...(await readFinalDatabaseRows(site, clock())), log }
        const history = loadOperationHistory(path)
        return { history, final, violations: checkHistory(history, final) }
      },
      ({ violations }) => violations.every(({ rule }) => rule !== 'line-missing'),
    )
    const verified = await runCountersignCommand(['audit', 'verify'], site.settings, folder, options.program)
    if (verified.exitCode !== 0) violations.push({ rule: 'activity-verifies', text: verified.output, operations: [] })
    return { history, final, violations, path }
  } finally {
    // Nobody starts an instance again that is gone for good.
    stop.abort()
    await Promise.allSettled(running)
    await site.close()
  }
}
