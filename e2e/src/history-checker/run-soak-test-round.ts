// A round is a run on an empty database, with clients, nemesis, final reads and the check.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { runCountersignCommand } from '../run-countersign-command.ts'
import { createTestProcessWalletKey } from './consistency-test-account-operations.ts'
import type { ConsistencyTestOperationContext } from './perform-recorded-consistency-test-operation.ts'
import {
  signInAndStepUp,
  signInAndMakeOwner,
  performConsistencyTestFinalReads,
} from './consistency-test-setup-and-final-reads.ts'
import { checkConsistencyTestHistory } from './check-consistency-test-history.ts'
import type { ConsistencyTestFinalState } from './consistency-test-final-state-types.ts'
import { injectServerClusterFaults } from './inject-server-cluster-faults.ts'
import type { ConsistencyTestHistory } from './consistency-test-operation-types.ts'
import { createSeededTestRandom } from './seeded-test-random.ts'
import {
  fetchExportedAuditLogEntries,
  readConsistencyTestFinalRows,
  retryReadUntilComplete,
} from './read-consistency-test-final-state.ts'
import {
  createConsistencyTestHistoryRecorder,
  readConsistencyTestHistoryFile,
  createConsistencyTestHistoryWriter,
} from './consistency-test-history-recorder.ts'
import type { ConsistencyRuleViolation } from './create-linearizable-register-rule.ts'
import { startTestServerCluster } from './start-test-server-cluster.ts'
import type { TestServerClusterDatabaseKind, TestServerClusterRelease } from './start-test-server-cluster.ts'
import { runConsistencyTestAdministratorWorkload } from './consistency-test-administrator-workload.ts'
import { runConsistencyTestPersonWorkload } from './consistency-test-person-workload.ts'
import { createConsistencyTestPerson } from './consistency-test-person.ts'
import type { SharedConsistencyTestState } from './consistency-test-person.ts'

export interface SoakTestRoundOptions extends TestServerClusterRelease {
  seed: string
  seconds: number
  database: TestServerClusterDatabaseKind
  clients: number
  folder: string
  /** Ends the round early; the check covers what happened until then. */
  signal?: AbortSignal
  /** Maximum pause between two faults. */
  pauseMs: number
}

export interface SoakTestRoundResult {
  history: ConsistencyTestHistory
  final: ConsistencyTestFinalState
  violations: ConsistencyRuleViolation[]
  path: string
}

const adminProcess = 90

export async function runSoakTestRound(options: SoakTestRoundOptions): Promise<SoakTestRoundResult> {
  const { seed, seconds, database, clients, folder, pauseMs } = options
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${seed.replaceAll(/[^0-9A-Za-z]+/g, '-')}-${database}.jsonl`)
  const startedAt = performance.now()
  const clock = (): number => Math.round((performance.now() - startedAt) * 1000) / 1000
  const recorder = createConsistencyTestHistoryRecorder(createConsistencyTestHistoryWriter(path), clock)
  const site = await startTestServerCluster(database, options)
  const stop = new AbortController()
  const running: Promise<void>[] = []
  try {
    const sceneOf = (process: number): ConsistencyTestOperationContext => ({
      site,
      recorder,
      process,
      random: createSeededTestRandom(`${seed} process ${process}`),
      wait,
    })
    const adminKey = createTestProcessWalletKey(adminProcess, 1)
    const admin = await signInAndMakeOwner(site, sceneOf(adminProcess), adminKey)
    const people = Array.from({ length: clients }, (_, index) => createConsistencyTestPerson(index + 1))
    const crowd: SharedConsistencyTestState = { people, ids: new Set() }
    const acting = [
      ...people.map((person, index) =>
        runConsistencyTestPersonWorkload(sceneOf(index + 1), person, crowd, stop.signal),
      ),
      runConsistencyTestAdministratorWorkload(sceneOf(adminProcess), adminKey, admin, crowd, stop.signal),
    ]
    const nemesis = injectServerClusterFaults({ site, recorder }, `${seed} nemesis`, pauseMs, stop.signal)
    const timeIsUp = wait(seconds * 1000, null, { signal: options.signal ?? stop.signal }).catch(() => null)
    running.push(nemesis, ...acting)
    await Promise.race([timeIsUp, ...running])
    stop.abort()
    await Promise.all(running)
    await performConsistencyTestFinalReads(sceneOf(adminProcess + 1), crowd)

    const auditor = await signInAndStepUp(sceneOf(adminProcess + 2), adminKey)
    const { final, violations, history } = await retryReadUntilComplete(
      async () => {
        const log = await fetchExportedAuditLogEntries(sceneOf(adminProcess), auditor)
        const final = { ...(await readConsistencyTestFinalRows(site, clock())), log }
        const history = readConsistencyTestHistoryFile(path)
        return { history, final, violations: checkConsistencyTestHistory(history, final) }
      },
      ({ violations }) => violations.every(({ rule }) => rule !== 'line-missing'),
    )
    const verified = await runCountersignCommand(['audit', 'verify'], site.settings, folder, options.program)
    if (verified.exitCode !== 0) violations.push({ rule: 'activity-verifies', text: verified.output, operations: [] })
    return { history, final, violations, path }
  } finally {
    // Stops the nemesis first, so it restarts no instance.
    stop.abort()
    await Promise.allSettled(running)
    await site.close()
  }
}
