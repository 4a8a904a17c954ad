// Clients, instances, clocks, scheduling and faults all derive from one seed (deterministic
// simulation testing).
import { verifyAuditLogIntegrity } from '../../../server/src/audit-log/verify-audit-log.ts'
import type {
  InjectedDatabaseFault,
  DatabaseOperationScheduler,
} from '../../../server/src/testing/fault-injecting-database.ts'
import { createTestProcessWalletKey } from '../history-checker/consistency-test-account-operations.ts'
import type { ConsistencyTestOperationContext } from '../history-checker/perform-recorded-consistency-test-operation.ts'
import {
  signInAndStepUp,
  signInAndMakeOwner,
  performConsistencyTestFinalReads,
} from '../history-checker/consistency-test-setup-and-final-reads.ts'
import { checkConsistencyTestHistory } from '../history-checker/check-consistency-test-history.ts'
import type { ConsistencyTestHistory } from '../history-checker/consistency-test-operation-types.ts'
import { createSeededTestRandom } from '../history-checker/seeded-test-random.ts'
import type { SeededRandom } from '../history-checker/seeded-test-random.ts'
import {
  fetchExportedAuditLogEntries,
  readConsistencyTestFinalRows,
} from '../history-checker/read-consistency-test-final-state.ts'
import {
  createConsistencyTestHistoryRecorder,
  buildConsistencyTestHistory,
} from '../history-checker/consistency-test-history-recorder.ts'
import type {
  ConsistencyTestHistoryRecord,
  ConsistencyTestHistoryRecorder,
} from '../history-checker/consistency-test-history-recorder.ts'
import type { ConsistencyRuleViolation } from '../history-checker/create-linearizable-register-rule.ts'
import { runConsistencyTestAdministratorWorkload } from '../history-checker/consistency-test-administrator-workload.ts'
import { runConsistencyTestPersonWorkload } from '../history-checker/consistency-test-person-workload.ts'
import { createConsistencyTestPerson } from '../history-checker/consistency-test-person.ts'
import type { SharedConsistencyTestState } from '../history-checker/consistency-test-person.ts'
import { replaceClockAndRandomGlobals } from './replace-clock-and-random-globals.ts'
import { createSeededRandomBytesSource } from './server-simulation-database-factories.ts'
import type { ServerSimulationDatabaseFactory } from './server-simulation-database-factories.ts'
import { simulationStartTime } from './prepare-initial-simulation-database.ts'
import { createSimulationScheduler, getCurrentSimulatedServerTask } from './simulation-scheduler.ts'
import type { SimulationScheduler, SimulationFaultProfile } from './simulation-scheduler.ts'
import { startSimulatedServerCluster } from './simulated-server-cluster.ts'
import { sampleSimulationFaultProfile } from './sample-simulation-fault-profile.ts'
import { createFakeChain, createFakeChains, createFakeContractWallet } from '../../../server/src/testing/fake-chains.ts'
import type { ConfiguredChains } from '../../../server/src/platform/chain-settings.ts'
import type { EthereumTestKey } from '@countersign/testing/ethereum-test-keys'

interface SimulatedContractWallet {
  chains: ConfiguredChains
  settings: Record<string, string>
  key: EthereumTestKey
}

const contractProcess = 80
const settings = {
  COUNTERSIGN_CHAINS: JSON.stringify([createFakeChain().settings]),
  COUNTERSIGN_CONTRACT_RECHECK_SECONDS: '30',
}

function createSimulatedContract(
  owner: EthereumTestKey,
  scheduler: SimulationScheduler,
  recorder: ConsistencyTestHistoryRecorder,
): SimulatedContractWallet {
  const key = { ...owner, address: `0x${'1'.repeat(40)}` }
  const chain = createFakeChain()
  let isWilling = true
  // The contract accepts any signature, because other tests check which ones it should accept.
  chain.deploy(
    key.address,
    createFakeContractWallet(() => isWilling),
  )
  const changeMind = (): void => {
    isWilling = !isWilling
    const facts = { wallet: key.address, found: isWilling ? 'willing' : 'unwilling' }
    void recorder.run(contractProcess, 'change-contract', facts, async () => ({ outcome: 'ok', code: null, facts: {} }))
  }
  chain.beforeReading = async (questions) => {
    if (scheduler.current() === null) return
    const text = `asks the chain ${questions.length} questions`
    const fault = await scheduler.park({ kind: 'chain', text, faults: ['unavailable', 'changed'] })
    if (fault === 'changed') changeMind()
    chain.readError = fault === 'unavailable' ? 'simulated' : null
  }
  return { chains: createFakeChains(chain), settings, key }
}

export interface ServerSimulationOptions {
  seed: number
  /** No new operations start after this many steps. */
  steps: number
  databases: ServerSimulationDatabaseFactory
}

export interface ServerSimulationResult {
  seed: number
  /** Covers the whole trace: statements, responses, faults and clock moves. */
  hash: string
  trace: readonly string[]
  steps: number
  history: ConsistencyTestHistory
  violations: readonly ConsistencyRuleViolation[]
}

const instanceCount = 2
const personCount = 3
const adminProcess = 90
const contractOwner = 80
const maxClockSkewMs = 10_000
/** History times are event numbers, spaced so that no rule treats two events as simultaneous. */
const eventMs = 10_000

export async function runServerSimulation(options: ServerSimulationOptions): Promise<ServerSimulationResult> {
  const { seed, databases } = options
  await databases.prepare()
  const draw = createSeededTestRandom(`simulation ${seed}`)
  const bytes = createSeededRandomBytesSource(createSeededTestRandom(`bytes ${seed}`))
  const temper = sampleSimulationFaultProfile(draw)
  const isBusy: SimulationRun['isBusy'] = { process: () => false, database: async () => false }
  const scheduler = createSimulationScheduler(
    draw,
    simulationStartTime,
    temper,
    async () => isBusy.process() || (await isBusy.database()),
  )
  const boundary = await replaceClockAndRandomGlobals({
    now: () => scheduler.now() + (getCurrentSimulatedServerTask()?.aheadMs ?? 0),
    fill: (target) => target.set(bytes(target.length)),
    wait: (waitMs) =>
      getCurrentSimulatedServerTask() === null
        ? null
        : scheduler.park({ kind: 'timer', text: `waits ${waitMs} ms`, waitMs }),
  })
  isBusy.process = boundary.isBusy
  try {
    return await executeRun({ ...options, scheduler, temper, draw, bytes, isBusy })
  } finally {
    boundary.restore()
  }
}

/** Lets the scheduler decide when each database step runs. */
const createDatabaseGate = (scheduler: SimulationScheduler): DatabaseOperationScheduler => ({
  owner: getCurrentSimulatedServerTask,
  waitForTurn: async ({ kind, text, isOutsideTransaction }) => {
    // Only a write can have an unknown outcome.
    const faults: readonly InjectedDatabaseFault[] =
      kind === 'rollback' || kind === 'lock'
        ? []
        : kind === 'commit' || isOutsideTransaction
          ? ['refused', 'doubtful']
          : ['refused']
    return (await scheduler.park({ kind, text, faults })) as InjectedDatabaseFault | null
  },
  record: (text) => {
    if (getCurrentSimulatedServerTask() !== null) scheduler.addToTrace(text)
  },
})

interface SimulationRun extends ServerSimulationOptions {
  scheduler: SimulationScheduler
  temper: SimulationFaultProfile
  draw: SeededRandom
  bytes: (size: number) => Uint8Array
  isBusy: { process: () => boolean; database: () => Promise<boolean> }
}

async function executeRun({
  seed,
  steps,
  databases,
  scheduler,
  temper,
  draw,
  bytes,
  isBusy,
}: SimulationRun): Promise<ServerSimulationResult> {
  const database = await databases.open(createDatabaseGate(scheduler))
  isBusy.database = database.isBusy
  const aheadMs = Array.from({ length: instanceCount }, () => Math.floor(draw.between(-maxClockSkewMs, maxClockSkewMs)))
  const lines: ConsistencyTestHistoryRecord[] = []
  let events = 0
  const clock = (): number => (events += eventMs)
  const recorder = createConsistencyTestHistoryRecorder((line) => {
    lines.push(line)
    scheduler.addToTrace(`  ${JSON.stringify(line)}`)
  }, clock)
  const {
    key: contract,
    chains,
    settings,
  } = createSimulatedContract(createTestProcessWalletKey(contractOwner, 1), scheduler, recorder)
  const site = await startSimulatedServerCluster({ scheduler, database, random: bytes, chains, settings, aheadMs })
  const sceneOf = (process: number): ConsistencyTestOperationContext => ({
    site,
    recorder,
    process,
    random: createSeededTestRandom(`${seed} process ${process}`),
    wait: (waitMs) => scheduler.park({ kind: 'timer', text: `process ${process} waits`, waitMs }),
  })
  const stop = new AbortController()

  async function play(): Promise<Omit<ServerSimulationResult, 'seed' | 'hash' | 'trace' | 'steps'>> {
    const adminKey = createTestProcessWalletKey(adminProcess, 1)
    scheduler.calm(true)
    const admin = await signInAndMakeOwner({ database }, sceneOf(adminProcess), adminKey)
    scheduler.calm(false)
    const crowd: SharedConsistencyTestState = {
      people: Array.from({ length: personCount }, (_, index) => createConsistencyTestPerson(index + 1)),
      ids: new Set(),
    }
    Object.assign(crowd.people.at(-1) ?? {}, { keys: [contract] })
    await Promise.all([
      ...crowd.people.map((person, index) =>
        runConsistencyTestPersonWorkload(sceneOf(index + 1), person, crowd, stop.signal),
      ),
      runConsistencyTestAdministratorWorkload(sceneOf(adminProcess), adminKey, admin, crowd, stop.signal),
      ...site.instances.map((instance) => instance.runBackgroundJobs(stop.signal)),
    ])
    while (!site.instances.every((instance) => instance.isUp()))
      await scheduler.park({ kind: 'timer', text: 'everybody is up again', waitMs: 100 })
    await performConsistencyTestFinalReads(sceneOf(adminProcess + 1), crowd)
    const auditor = await signInAndStepUp(sceneOf(adminProcess + 2), adminKey)
    const log = await fetchExportedAuditLogEntries({ site }, auditor)
    const final = { ...(await readConsistencyTestFinalRows({ database }, clock())), log }
    const history = buildConsistencyTestHistory(lines)
    const violations = checkConsistencyTestHistory(history, final)
    const verified = await verifyAuditLogIntegrity(database.connect().queries)
    if (verified.outcome !== 'whole')
      violations.push({ rule: 'activity-verifies', text: JSON.stringify(verified), operations: [] })
    for (const text of site.unexpectedLogLines) violations.push({ rule: 'server-fault', text, operations: [] })
    return { history, violations }
  }

  // Lets started operations finish without faults, so their results can be read.
  scheduler.incidents.push({
    name: 'everything calms down',
    isDue: () => scheduler.steps() >= steps && !stop.signal.aborted,
    run: () => {
      stop.abort()
      scheduler.calm(true)
    },
  })
  for (const instance of site.instances)
    scheduler.incidents.push({
      name: `${instance.name} dies`,
      isDue: () => instance.isUp() && draw.chance(temper.crashProbability),
      run: instance.crash,
    })
  try {
    const played = await scheduler.run(play())
    return { seed, hash: scheduler.hash(), trace: scheduler.trace, steps: scheduler.steps(), ...played }
  } finally {
    await site.close()
  }
}
