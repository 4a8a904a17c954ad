// Follows how far another browser is with what it asked for (long polling): the server holds each question until there is something new.
import type { CallAnswer } from '@countersign/api/calls'
import type { ResultOf } from '../../../api/api.ts'
import type { ServerState } from './stage.ts'

type Followed = CallAnswer<'followCrossDevice'>

/** What it needs of the world. */
export interface FollowSurroundings {
  readonly now: () => number
  /** Resolves after a time, or as soon as nobody follows any more. */
  readonly wait: (milliseconds: number) => Promise<void>
  /** @param state as it is known here; undefined where even that has to be asked for */
  readonly ask: (state: ServerState | undefined) => Promise<ResultOf<Followed>>
  readonly onTold: (followed: Followed) => void
  /** It is over for this browser. */
  readonly onOver: () => void
  /** What keeps browser and server apart; null once they speak again. */
  readonly onTrouble: (problem: (ResultOf<Followed> & { ok: false })['problem'] | null) => void
  readonly signal: AbortSignal
}

/** A server that answers sooner without anything new could not hold the question. */
const heldMilliseconds = 1_000
const pauseMilliseconds = 2_000
/** A question that is lost once, as while a phone looks at another app, is nothing to tell. */
const silentFailures = 1

/** Runs until it is over or the signal ends it. Never rejects. */
export async function follow(known: ServerState | undefined, world: FollowSurroundings): Promise<void> {
  const { signal } = world
  // A function, because what it says changes while others run.
  const isOver = () => signal.aborted
  let state = known
  let failures = 0
  while (!isOver()) {
    const askedAt = world.now()
    const result = await world.ask(state)
    if (isOver()) return
    if (!result.ok) {
      const { problem } = result
      if (problem.code === 'cross_device.over') return world.onOver()
      failures += 1
      if (failures > silentFailures) world.onTrouble(problem)
      const seconds = 'retryAfterSeconds' in problem ? (problem.retryAfterSeconds ?? 0) : 0
      await world.wait(Math.max(pauseMilliseconds, seconds * 1000))
      continue
    }
    if (failures > 0) world.onTrouble(null)
    failures = 0
    const isNew = result.answer.state !== state
    state = result.answer.state
    if (isNew) world.onTold(result.answer)
    else if (world.now() - askedAt < heldMilliseconds) await world.wait(pauseMilliseconds)
  }
}
