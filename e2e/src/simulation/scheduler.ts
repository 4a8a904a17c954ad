// The scheduler of the simulation (deterministic simulation testing, as FoundationDB has it): of everything that is under way, one thing at a time goes
// on, and which one follows from the seed. Whatever reaches the database, asks somebody outside, waits or comes back to a client parks here first
// (yield point). Once nothing moves any more by itself, one of those that are parked is drawn, and with it whether it fails and how far the clock moves.
import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import type { Random } from '../history/randomness.ts'

/** What can go wrong at a step. */
type Fault =
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
interface Step {
  kind: 'request' | 'answer' | 'begin' | 'statement' | 'commit' | 'rollback' | 'lock' | 'chain' | 'timer'
  /** What is about to be done. */
  text: string
  /** What can go wrong here. */
  faults?: readonly Fault[]
  /** How long it waits at least, in milliseconds of the simulated clock. */
  waitMs?: number
}

/** Everything that the server does for one request, or for one job in the background. */
export interface Strand {
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
export interface Temper {
  /** How likely each fault is where it can happen. */
  faults: Readonly<Partial<Record<Fault, number>>>
  /** How likely it is that what went on last goes on, where it can. */
  stickiness: number
  /** How far the clock moves with a step, at most. */
  tickMs: number
  /** How likely it is that it jumps. */
  jumps: number
  /** How likely an instance dies at a step. */
  crashes: number
}

interface Parked {
  step: Step
  strand: Strand | null
  due: number
  resume: (fault: Fault | null) => void
}

/** Something that happens beside the steps. */
interface Mishap {
  name: string
  isDue: () => boolean
  happen: () => Promise<void> | void
}

export interface Scheduler {
  /** Milliseconds since 1970, as everybody has them whose clock is right. */
  now: () => number
  /** Which strand this is called in; null in a client. */
  current: () => Strand | null
  /** The number of a strand that begins. */
  nextNumber: () => number
  /** Runs something as a strand. */
  runAs: <Result>(strand: Strand, act: () => Promise<Result>) => Promise<Result>
  /** Parks until it is drawn. @returns what goes wrong; null where nothing does */
  pass: (step: Step) => Promise<Fault | null>
  /** Puts something into the trace: what came of a step. */
  note: (text: string) => void
  /** Lets everything go on until this is over. @throws Stuck */
  run: <Result>(all: Promise<Result>) => Promise<Result>
  /** Whether nothing goes wrong. */
  calm: (isCalm: boolean) => void
  mishaps: Mishap[]
  trace: readonly string[]
  steps: () => number
  /** Of everything in the trace. */
  hash: () => string
}

/** Nothing can go on, and not everything is over. */
class Stuck extends Error {
  override readonly name = 'Stuck'
}

/** So many turns of the event loop nothing has to move before it is taken for parked: an answer passes through a few. */
const quietTurns = 4
const jumpMs = 20_000
/** Codes and challenges of a run must not run out in it: all jumps together are no longer. */
const mostJumpedMs = 150_000

const strands = new AsyncLocalStorage<Strand>()

/** The strand that this is called in. */
export const currentStrand = (): Strand | null => strands.getStore() ?? null

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

/** A signature of ECDSA has randomness of its own, which nobody can pass: it is left out of the trace, and so is what is encrypted with one in it. */
const withoutSignatures = (text: string): string =>
  text.replaceAll(/(eyJ[\w-]+\.[\w-]+)\.[\w-]{20,}/g, '$1.…').replaceAll(/"[\w-]{400,}"/g, '"…"')

/**
 * @param random everything is drawn from it
 * @param startAt when the run begins
 * @param isBusy whether something works outside of the event loop, which is waited for
 */
export function createScheduler(
  random: Random,
  startAt: number,
  temper: Temper,
  isBusy: () => Promise<boolean>,
): Scheduler {
  const parked: Parked[] = []
  const trace: string[] = []
  const hash = createHash('sha256')
  const mishaps: Mishap[] = []
  let now = startAt
  let jumped = 0
  let steps = 0
  let numbers = 0
  let isCalm = false
  let last: Strand | null = null

  const note = (said: string): void => {
    const text = withoutSignatures(said)
    trace.push(text)
    hash.update(`${text}\n`)
  }

  async function settle(): Promise<void> {
    for (let quiet = 0; quiet < quietTurns; quiet++) {
      await turn()
      if (await isBusy()) quiet = -1
    }
  }

  function draw(): Parked | undefined {
    for (let index = parked.length - 1; index >= 0; index--)
      if (parked[index]?.strand?.isDead === true) parked.splice(index, 1)
    // What was waited for may come to several at once, in any order: they stand in that in which they began.
    const ready = parked
      .filter(({ due }) => due <= now)
      .toSorted((one, other) => (one.strand?.number ?? 0) - (other.strand?.number ?? 0))
    if (ready.length === 0) {
      const earliest = Math.min(...parked.map(({ due }) => due))
      if (earliest === Infinity) return undefined
      now = earliest
      return draw()
    }
    const same = ready.filter(({ strand }) => strand !== null && strand === last)
    const from = same.length > 0 && random.chance(temper.stickiness) ? same : ready
    return random.of(from)
  }

  function drawFault({ faults = [] }: Step): Fault | null {
    if (isCalm) return null
    return faults.find((fault) => random.chance(temper.faults[fault] ?? 0)) ?? null
  }

  function moveClock(): void {
    now += Math.floor(random.between(0, temper.tickMs))
    if (isCalm || jumped > mostJumpedMs || !random.chance(temper.jumps)) return
    const byMs = Math.floor(random.between(0, jumpMs))
    jumped += byMs
    now += byMs
  }

  function goOn(chosen: Parked): void {
    parked.splice(parked.indexOf(chosen), 1)
    const { step, strand } = chosen
    const fault = drawFault(step)
    moveClock()
    last = strand
    note(
      `${++steps} ${new Date(now).toISOString()} ${strand === null ? '' : `[${strand.instance}: ${strand.name}] `}${step.text}${fault === null ? '' : `  ✗ ${fault}`}`,
    )
    chosen.resume(fault)
  }

  return {
    now: () => now,
    current: currentStrand,
    nextNumber: () => ++numbers,
    runAs: (strand, act) => strands.run(strand, act),
    pass: (step) =>
      new Promise((resume) =>
        parked.push({ step, strand: currentStrand(), due: now + Math.ceil(step.waitMs ?? 0), resume }),
      ),
    note,
    run: async (all) => {
      let isOver = false
      const over = all.finally(() => (isOver = true))
      // Who asks hears of it below.
      over.catch(() => {})
      for (;;) {
        await settle()
        if (isOver) break
        const mishap = isCalm ? undefined : mishaps.find(({ isDue }) => isDue())
        if (mishap !== undefined) {
          note(`  ${mishap.name}`)
          await mishap.happen()
          continue
        }
        const chosen = draw()
        if (chosen === undefined) throw new Stuck('Nothing can go on, and not everything is over.')
        goOn(chosen)
      }
      return over
    },
    calm: (whether) => (isCalm = whether),
    mishaps,
    trace,
    steps: () => steps,
    hash: () => hash.copy().digest('hex'),
  }
}
