// Every database, network and timer call parks here (yield point). Once all work is parked, the
// seed decides which step continues, whether it fails, and how far the clock moves.
import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import type { SeededRandom } from '../history-checker/seeded-test-random.ts'

type StepFault =
  /** A request or response is lost. */
  | 'lost'
  /** The connection breaks before execution; uncommitted changes are rolled back. */
  | 'refused'
  /** The step is executed, but the connection breaks before the response. */
  | 'doubtful'
  /** An external service does not respond. */
  | 'unavailable'
  /** From now on, the contract answers differently. */
  | 'changed'

interface SimulationStep {
  kind: 'request' | 'answer' | 'begin' | 'statement' | 'commit' | 'rollback' | 'lock' | 'chain' | 'timer'
  text: string
  faults?: readonly StepFault[]
  /** Minimum wait, in milliseconds of simulated time. */
  waitMs?: number
}

/** All work for one request or background job. */
export interface SimulatedServerTask {
  number: number
  name: string
  instance: string
  /** In milliseconds. */
  aheadMs: number
  /** The instance died; the task never continues. */
  isDead: boolean
}

export interface SimulationFaultProfile {
  /** Probability of each fault where it is possible. */
  faultProbabilities: Readonly<Partial<Record<StepFault, number>>>
  /** Probability that the last task continues, if it can. */
  stickiness: number
  /** Maximum clock advance per step, in milliseconds. */
  tickMs: number
  /** Probability per step that the clock jumps. */
  clockJumpProbability: number
  /** Probability per step that an instance dies. */
  crashProbability: number
}

interface ParkedFiber {
  step: SimulationStep
  fiber: SimulatedServerTask | null
  due: number
  resume: (fault: StepFault | null) => void
}

interface ScheduledIncident {
  name: string
  isDue: () => boolean
  run: () => Promise<void> | void
}

export interface SimulationScheduler {
  /** The true time, in milliseconds since 1970. */
  now: () => number
  /** Null in a client. */
  current: () => SimulatedServerTask | null
  nextNumber: () => number
  runAsFiber: <Result>(strand: SimulatedServerTask, act: () => Promise<Result>) => Promise<Result>
  /** Waits until this step is drawn. Resolves to the fault to apply, or null. */
  park: (step: SimulationStep) => Promise<StepFault | null>
  addToTrace: (text: string) => void
  /** Runs the scheduler until the promise settles. */
  run: <Result>(all: Promise<Result>) => Promise<Result>
  calm: (isCalm: boolean) => void
  incidents: ScheduledIncident[]
  trace: readonly string[]
  steps: () => number
  /** Covers the whole trace. */
  hash: () => string
}

/** Nothing is runnable, although work remains. */
class DeadlockError extends Error {
  override readonly name = 'DeadlockError'
}

/** Event-loop turns without progress after which work is parked; a response takes a few turns. */
const idleTurns = 4
const jumpMs = 20_000
/** All jumps together are shorter than the lifetime of codes and challenges. */
const maxTotalJumpMs = 150_000

const fiberStorage = new AsyncLocalStorage<SimulatedServerTask>()

export const getCurrentSimulatedServerTask = (): SimulatedServerTask | null => fiberStorage.getStore() ?? null

const waitForNextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

/** Signatures, and values encrypted together with them, are not deterministic. */
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

/** `isBusy` is true while work runs outside the event loop. */
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
    // Concurrent wake-ups have no fixed order, so tasks are sorted by number.
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
      // The caller handles the rejection below.
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
        if (chosen === undefined) throw new DeadlockError('Deadlock: no step can run, but some work is unfinished.')
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
