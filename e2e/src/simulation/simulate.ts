// One run of the simulation (deterministic simulation testing): clients, instances, their clocks, the order of everything and what goes wrong all follow
// from one seed. What was answered is held against what is there at the end by the rules of the history checker.
import { verifyActivity } from '../../../server/src/audit-log/verify.ts'
import type { DatabaseFault, DatabaseGate } from '../../../server/src/testing/simulated-database.ts'
import * as acts from '../history/acts.ts'
import type { Scene } from '../history/acts.ts'
import { enter, enterAsOwner, lookAgain } from '../history/begin-and-end.ts'
import { check } from '../history/check.ts'
import type { History } from '../history/operation.ts'
import { createRandom } from '../history/randomness.ts'
import type { Random } from '../history/randomness.ts'
import { exportActivity, readRows } from '../history/read-final-state.ts'
import { createRecorder, historyOf } from '../history/recorder.ts'
import type { Line, Recorder } from '../history/recorder.ts'
import type { Violation } from '../history/rules.ts'
import { actAsAdministrator, actAsPerson, createPerson } from '../history/workload.ts'
import type { Crowd } from '../history/workload.ts'
import { replaceBoundary } from './boundary.ts'
import { bytesFrom } from './databases.ts'
import type { Databases } from './databases.ts'
import { simulationStart } from './first-state.ts'
import { createScheduler, currentStrand } from './scheduler.ts'
import type { Scheduler, Temper } from './scheduler.ts'
import { startSimulatedSite } from './site.ts'
import { drawTemper } from './temper.ts'
import { createFakeChain, fakeChains, walletOf } from '../../../server/src/testing/fake-chains.ts'
import type { Chains } from '../../../server/src/platform/chain-settings.ts'
import type { TestKey } from '@countersign/testing/test-keys'

interface SimulatedContract {
  chains: Chains
  /** The settings that name its chain. */
  settings: Record<string, string>
  /** Signs as the contract's owner does. */
  key: TestKey
}

const contractProcess = 80
const settings = {
  COUNTERSIGN_CHAINS: JSON.stringify([createFakeChain().settings]),
  COUNTERSIGN_CONTRACT_RECHECK_SECONDS: '30',
}

/** @param owner whoever signs for the contract */
function createContract(owner: TestKey, scheduler: Scheduler, recorder: Recorder): SimulatedContract {
  const key = { ...owner, address: `0x${'1'.repeat(40)}` }
  const chain = createFakeChain()
  let isWilling = true
  // Which signature it is shown is the business of other tests.
  chain.deploy(
    key.address,
    walletOf(() => isWilling),
  )
  const changeMind = (): void => {
    isWilling = !isWilling
    const facts = { wallet: key.address, found: isWilling ? 'willing' : 'unwilling' }
    void recorder.run(contractProcess, 'change-contract', facts, async () => ({ outcome: 'ok', code: null, facts: {} }))
  }
  chain.beforeReading = async (questions) => {
    if (scheduler.current() === null) return
    const text = `asks the chain ${questions.length} questions`
    const fault = await scheduler.pass({ kind: 'chain', text, faults: ['unavailable', 'changed'] })
    if (fault === 'changed') changeMind()
    chain.fault = fault === 'unavailable' ? 'simulated' : null
  }
  return { chains: fakeChains(chain), settings, key }
}

export interface SimulationOptions {
  /** Everything follows from it. */
  seed: number
  /** After so many steps nothing new begins. */
  steps: number
  databases: Databases
}

/** What became of a run. */
export interface Simulation {
  seed: number
  /** Of the whole trace: every step with its statement, every answer, every fault, every move of the clock. */
  hash: string
  trace: readonly string[]
  steps: number
  history: History
  violations: readonly Violation[]
}

const instances = 2
const people = 3
const adminProcess = 90
const contractOwner = 80
/** How wrong the clock of an instance is, at most. */
const mostAheadMs = 10_000
/** Times of the history are numbers of its events. So far apart that no rule takes any two for simultaneous. */
const eventMs = 10_000

/** Carries out one run. */
export async function simulate(options: SimulationOptions): Promise<Simulation> {
  const { seed, databases } = options
  await databases.prepare()
  const draw = createRandom(`simulation ${seed}`)
  const bytes = bytesFrom(createRandom(`bytes ${seed}`))
  const temper = drawTemper(draw)
  const isBusy: Run['isBusy'] = { process: () => false, database: async () => false }
  const scheduler = createScheduler(
    draw,
    simulationStart,
    temper,
    async () => isBusy.process() || (await isBusy.database()),
  )
  const boundary = await replaceBoundary({
    now: () => scheduler.now() + (currentStrand()?.aheadMs ?? 0),
    fill: (target) => target.set(bytes(target.length)),
    wait: (waitMs) =>
      currentStrand() === null ? null : scheduler.pass({ kind: 'timer', text: `waits ${waitMs} ms`, waitMs }),
  })
  isBusy.process = boundary.isBusy
  try {
    return await run({ ...options, scheduler, temper, draw, bytes, isBusy })
  } finally {
    boundary.restore()
  }
}

/** Asks the scheduler about every step of the database. */
const gateOf = (scheduler: Scheduler): DatabaseGate => ({
  owner: currentStrand,
  pass: async ({ kind, text, isAlone }) => {
    // Only what is kept can be in doubt.
    const faults: readonly DatabaseFault[] =
      kind === 'rollback' || kind === 'lock' ? [] : kind === 'commit' || isAlone ? ['refused', 'doubtful'] : ['refused']
    return (await scheduler.pass({ kind, text, faults })) as DatabaseFault | null
  },
  note: (text) => {
    if (currentStrand() !== null) scheduler.note(text)
  },
})

interface Run extends SimulationOptions {
  scheduler: Scheduler
  temper: Temper
  draw: Random
  bytes: (size: number) => Uint8Array
  /** Whether something works outside of the event loop. */
  isBusy: { process: () => boolean; database: () => Promise<boolean> }
}

async function run({ seed, steps, databases, scheduler, temper, draw, bytes, isBusy }: Run): Promise<Simulation> {
  const database = await databases.open(gateOf(scheduler))
  isBusy.database = database.isBusy
  const aheadMs = Array.from({ length: instances }, () => Math.floor(draw.between(-mostAheadMs, mostAheadMs)))
  const lines: Line[] = []
  let events = 0
  const clock = (): number => (events += eventMs)
  const recorder = createRecorder((line) => {
    lines.push(line)
    scheduler.note(`  ${JSON.stringify(line)}`)
  }, clock)
  const { key: contract, chains, settings } = createContract(acts.keyOf(contractOwner, 1), scheduler, recorder)
  const site = await startSimulatedSite({ scheduler, database, random: bytes, chains, settings, aheadMs })
  const sceneOf = (process: number): Scene => ({
    site,
    recorder,
    process,
    random: createRandom(`${seed} process ${process}`),
    wait: (waitMs) => scheduler.pass({ kind: 'timer', text: `process ${process} waits`, waitMs }),
  })
  const stop = new AbortController()

  async function play(): Promise<Omit<Simulation, 'seed' | 'hash' | 'trace' | 'steps'>> {
    const adminKey = acts.keyOf(adminProcess, 1)
    scheduler.calm(true)
    const admin = await enterAsOwner({ database }, sceneOf(adminProcess), adminKey)
    scheduler.calm(false)
    const crowd: Crowd = {
      people: Array.from({ length: people }, (_, index) => createPerson(index + 1)),
      ids: new Set(),
    }
    // One of them comes by a contract wallet.
    Object.assign(crowd.people.at(-1) ?? {}, { keys: [contract] })
    await Promise.all([
      ...crowd.people.map((person, index) => actAsPerson(sceneOf(index + 1), person, crowd, stop.signal)),
      actAsAdministrator(sceneOf(adminProcess), adminKey, admin, crowd, stop.signal),
      ...site.instances.map((instance) => instance.work(stop.signal)),
    ])
    while (!site.instances.every((instance) => instance.isUp()))
      await scheduler.pass({ kind: 'timer', text: 'everybody is up again', waitMs: 100 })
    await lookAgain(sceneOf(adminProcess + 1), crowd)
    const auditor = await enter(sceneOf(adminProcess + 2), adminKey)
    const log = await exportActivity({ site }, auditor)
    const final = { ...(await readRows({ database }, clock())), log }
    const history = historyOf(lines)
    const violations = check(history, final)
    const verified = await verifyActivity(database.connect().queries)
    if (verified.outcome !== 'whole')
      violations.push({ rule: 'activity-verifies', text: JSON.stringify(verified), operations: [] })
    for (const text of site.faults) violations.push({ rule: 'server-fault', text, operations: [] })
    return { history, violations }
  }

  // Whatever was begun is finished in peace, so that it can be read what came of it.
  scheduler.mishaps.push({
    name: 'everything calms down',
    isDue: () => scheduler.steps() >= steps && !stop.signal.aborted,
    happen: () => {
      stop.abort()
      scheduler.calm(true)
    },
  })
  for (const instance of site.instances)
    scheduler.mishaps.push({
      name: `${instance.name} dies`,
      isDue: () => instance.isUp() && draw.chance(temper.crashes),
      happen: instance.die,
    })
  try {
    const played = await scheduler.run(play())
    return { seed, hash: scheduler.hash(), trace: scheduler.trace, steps: scheduler.steps(), ...played }
  } finally {
    await site.close()
  }
}
