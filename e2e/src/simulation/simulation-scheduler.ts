// The scheduler of the simulation (deterministic simulation testing, as FoundationDB has it): of everything that is under way, one thing at a time goes
// on, and which one follows from the seed. Whatever reaches the database, asks somebody outside, waits or comes back to a client parks here first
// (yield point). Once nothing moves any more by itself, one of those that are parked is drawn, and with it whether it fails and how far the clock moves.
import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import type { SeededRandom } from '../history-checker/seeded-test-random.ts'

/** What can go wrong at a step. */
type StepFault =
  /** A request is never heard, or an answer never arrives. */
  | 'lost'
  /** The connection to the database breaks before this is carried out: what was not committed is undone. */
  | 'refused'
  /** It is carried out, and the connection breaks before the answer is there. */
  | 'doubtful'
  /** Whoever was asked outside does not answer. */
  | 'unavailable'
  /** The contract has changed its mind. */
  | 'changed'

/** A place at which something parks. */
interface SimulationStep {
  kind: 'request' | 'answer' | 'begin' | 'statement' | 'commit' | 'rollback' | 'lock' | 'chain' | 'timer'
  /** What is about to be done. */
  text: string
  /** What can go wrong here. */
  faults?: readonly StepFault[]
  /** How long it waits at least, in milliseconds of the simulated clock. */
  waitMs?: number
}

/** Everything that the server does for one request, or for one job in the background. */
export interface SimulatedServerTask {
  /** In the order in which they began. */
  number: number
  name: string
  /** Which instance carries it out. */
  instance: string
  /** How far ahead the clock of that instance is. */
  aheadMs: number
  /** Whether the instance died under it: it never goes on. */
  isDead: boolean
}

/** How one run goes, drawn from its seed (swarm testing): a run in which everything fails finds other things than one in which nothing does. */
export interface SimulationFaultProfile {
  /** How likely each fault is where it can happen. */
  faultProbabilities: Readonly<Partial<Record<StepFault, number>>>
  /** How likely it is that what went on last goes on, where it can. */
  stickiness: number
  /** How far the clock moves with a step, at most. */
  tickMs: number
  /** How likely it is that it jumps. */
  clockJumpProbability: number
  /** How likely an instance dies at a step. */
  crashProbability: number
}

interface ParkedFiber {
  step: SimulationStep
  fiber: SimulatedServerTask | null
  due: number
  resume: (fault: StepFault | null) => void
}

/** Something that happens beside the steps. */
interface ScheduledIncident {
  name: string
  isDue: () => boolean
  run: () => Promise<void> | void
}

export interface SimulationScheduler {
  /** Milliseconds since 1970, as everybody has them whose clock is right. */
  now: () => number
  /** Which strand this is called in; null in a client. */
  current: () => SimulatedServerTask | null
  /** The number of a strand that begins. */
  nextNumber: () => number
  /** Runs something as a strand. */
  runAsFiber: <Result>(strand: SimulatedServerTask, act: () => Promise<Result>) => Promise<Result>
  /** Parks until it is drawn. @returns what goes wrong; null where nothing does */
  park: (step: SimulationStep) => Promise<StepFault | null>
  /** Puts something into the trace: what came of a step. */
  addToTrace: (text: string) => void
  /** Lets everything go on until this is over. @throws DeadlockError */
  run: <Result>(all: Promise<Result>) => Promise<Result>
  /** Whether nothing goes wrong. */
  calm: (isCalm: boolean) => void
  incidents: ScheduledIncident[]
  trace: readonly string[]
  steps: () => number
  /** Of everything in the trace. */
  hash: () => string
}

/** Nothing can go on, and not everything is over. */
class DeadlockError extends Error {
  override readonly name = 'DeadlockError'
}

/** So many turns of the event loop nothing has to move before it is taken for parked: an answer passes through a few. */
const idleTurns = 4
const jumpMs = 20_000
/** Codes and challenges of a run must not run out in it: all jumps together are no longer. */
const maxTotalJumpMs = 150_000

const fiberStorage = new AsyncLocalStorage<SimulatedServerTask>()

/** The strand that this is called in. */
export const getCurrentSimulatedServerTask = (): SimulatedServerTask | null => fiberStorage.getStore() ?? null

const waitForNextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

/** A signature of ECDSA has randomness of its own, which nobody can pass: it is left out of the trace, and so is what is encrypted with one in it. */
const redactSignatures = (text: string): string =>
  text.replaceAll(/(eyJ[\w-]+\.[\w-]+)\.[\w-]{20,}/g, '$1.…').replaceAll(/"[\w-]{400,}"/g, '"…"')

async function waitUntilIdle(isBusy: () => Promise<boolean>): Promise<void> {
  for (let quiet = 0; quiet < idleTurns; quiet++) {
    await waitForNextTurn()
    if (await isBusy()) quiet = -1
  }
}

function removeDeadFibers(parked: ParkedFiber[]): void {
  for (let index = parked.length - 1; index >= 0; index--)
    if (parked[index]?.fiber?.isDead === true) parked.splice(index, 1)
}

const drawFault = (
  random: SeededRandom,
  temper: SimulationFaultProfile,
  { faults = [] }: SimulationStep,
): StepFault | null => faults.find((fault) => random.chance(temper.faultProbabilities[fault] ?? 0)) ?? null

function formatStep(number: number, now: number, { fiber, step }: ParkedFiber, fault: StepFault | null): string {
  const strand = fiber === null ? '' : `[${fiber.instance}: ${fiber.name}] `
  return `${number} ${new Date(now).toISOString()} ${strand}${step.text}${fault === null ? '' : `  ✗ ${fault}`}`
}

/**
 * @param random everything is drawn from it
 * @param startAt when the run begins
 * @param isBusy whether something works outside of the event loop, which is waited for
 */
export function createSimulationScheduler(
  random: SeededRandom,
  startAt: number,
  temper: SimulationFaultProfile,
  isBusy: () => Promise<boolean>,
): SimulationScheduler {
  const parked: ParkedFiber[] = []
  const trace: string[] = []
  const hash = createHash('sha256')
  const incidents: ScheduledIncident[] = []
  let now = startAt
  let jumped = 0
  let steps = 0
  let numbers = 0
  let isCalm = false
  let last: SimulatedServerTask | null = null

  const addToTrace = (said: string): void => {
    const text = redactSignatures(said)
    trace.push(text)
    hash.update(`${text}\n`)
  }

  function draw(): ParkedFiber | undefined {
    removeDeadFibers(parked)
    // What was waited for may come to several at once, in any order: they stand in that in which they began.
    const ready = parked
      .filter(({ due }) => due <= now)
      .toSorted((one, other) => (one.fiber?.number ?? 0) - (other.fiber?.number ?? 0))
    if (ready.length === 0) {
      const earliest = Math.min(...parked.map(({ due }) => due))
      if (earliest === Infinity) return undefined
      now = earliest
      return draw()
    }
    const same = ready.filter(({ fiber }) => fiber !== null && fiber === last)
    const from = same.length > 0 && random.chance(temper.stickiness) ? same : ready
    return random.pick(from)
  }

  function moveClock(): void {
    now += Math.floor(random.between(0, temper.tickMs))
    if (isCalm || jumped > maxTotalJumpMs || !random.chance(temper.clockJumpProbability)) return
    const byMs = Math.floor(random.between(0, jumpMs))
    jumped += byMs
    now += byMs
  }

  function goOn(chosen: ParkedFiber): void {
    parked.splice(parked.indexOf(chosen), 1)
    const { step, fiber } = chosen
    const fault = isCalm ? null : drawFault(random, temper, step)
    moveClock()
    last = fiber
    addToTrace(formatStep(++steps, now, chosen, fault))
    chosen.resume(fault)
  }

  return {
    now: () => now,
    current: getCurrentSimulatedServerTask,
    nextNumber: () => ++numbers,
    runAsFiber: (strand, act) => fiberStorage.run(strand, act),
    park: (step) =>
      new Promise((resume) =>
        parked.push({ step, fiber: getCurrentSimulatedServerTask(), due: now + Math.ceil(step.waitMs ?? 0), resume }),
      ),
    addToTrace,
    run: async (all) => {
      let isOver = false
      const over = all.finally(() => (isOver = true))
      // Who asks hears of it below.
      over.catch(() => {})
      for (;;) {
        await waitUntilIdle(isBusy)
        if (isOver) break
        const mishap = isCalm ? undefined : incidents.find(({ isDue }) => isDue())
        if (mishap !== undefined) {
          addToTrace(`  ${mishap.name}`)
          await mishap.run()
          continue
        }
        const chosen = draw()
        if (chosen === undefined) throw new DeadlockError('Nothing can go on, and not everything is over.')
        goOn(chosen)
      }
      return over
    },
    calm: (whether) => (isCalm = whether),
    incidents,
    trace,
    steps: () => steps,
    hash: () => hash.copy().digest('hex'),
  }
}
