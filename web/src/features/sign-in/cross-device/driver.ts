// Carries out what the machine of another device asks for: speaks to the server, keeps the time, and reports back. All it touches is handed
// in, so that a test drives it with a clock of its own.
import type { CallAnswer } from '@countersign/api/calls'
import type { ServerAnswer } from '../wallet/events.ts'
import { willDo } from '../wallet/purpose.ts'
import type { DeviceErrand } from '../proof/errand.ts'
import { reduce, start } from './machine.ts'
import { endsAt } from './own-clock.ts'
import { codeOf, wakeAt } from './states.ts'
import type { CrossDeviceState, DeviceAnswer, Effect, Event, State, Step } from './states.ts'

/** An answer with the server's time, from which the length of a life is counted: this device's clock may be wrong. */
export type Timed<Answer> = ServerAnswer<Answer> & { readonly serverTime?: number }

export interface DeviceSurroundings extends Pick<
  DeviceErrand,
  'purpose' | 'submit' | 'submitAssertion' | 'leave' | 'hear'
> {
  readonly now: () => number
  /** Calls back once after a time; answers the function that calls it off. */
  readonly after: (milliseconds: number, run: () => void) => () => void
  readonly createCode: () => Promise<Timed<CallAnswer<'createCrossDevice'>>>
  readonly watch: (
    id: string,
    known: CrossDeviceState,
    signal: AbortSignal,
  ) => Promise<Timed<CallAnswer<'watchCrossDevice'>>>
  /** Ends a code, even while the page is being left; on request only as long as it is not answered. */
  readonly cancel: (id: string, unless?: 'answered') => void
  /** Which address a message names, as the server reads it; null where it is no message. */
  readonly addressOf: (message: string) => Promise<string | null>
}

/** Waiting for another device, in the form that React's `useSyncExternalStore` reads. */
export interface WaitingDevice {
  subscribe(listener: () => void): () => void
  getSnapshot(): State
  send(event: Event): void
  /** Ends the code that is out, if any, and not answered by now. @returns whether there was one */
  giveUp(): boolean
  /** Ends it all. */
  stop(): void
}

export function waitForDevice(world: DeviceSurroundings, page: Parameters<typeof start>[1]): WaitingDevice {
  const { now } = world
  const listeners = new Set<() => void>()
  let isStopped = false
  let cancelAlarm = () => {}
  /** The one request that is held open. */
  let held: AbortController | null = null
  let state: State

  const settle = (step: Step) => {
    const hasChanged = state !== step.state
    state = step.state
    for (const effect of step.effects) void carryOut(effect)
    cancelAlarm()
    const moment = wakeAt(state)
    if (moment !== null) cancelAlarm = world.after(Math.max(moment - now(), 0), () => send({ type: 'tick' }))
    if (hasChanged) for (const listener of listeners) listener()
  }
  const send = (event: Event) => {
    if (!isStopped) settle(reduce(state, event, now()))
  }

  const carryOut = (effect: Effect): unknown => {
    switch (effect.type) {
      case 'ask':
        return ask(effect.attempt)
      case 'watch':
        return watch(effect)
      case 'hand-in':
        return handIn(effect)
      case 'give-up':
        return world.cancel(effect.id)
      case 'expire':
        return world.cancel(effect.id, 'answered')
      case 'leave':
        return world.leave(effect.path)
    }
  }

  const ask = async (attempt: number) => {
    held?.abort()
    const askedAt = now()
    const result = await world.createCode()
    // Nobody waits for it any more, or another one is wanted already.
    if ((isStopped || state.attempt !== attempt) && result.ok) return world.cancel(result.answer.id)
    if (!result.ok) {
      world.hear?.(result.problem)
      return send({ type: 'code-failed', attempt, problem: result.problem })
    }
    const { id, code, link, pair } = result.answer
    send({ type: 'code-arrived', attempt, code: { id, code, link, pair, expiresAt: lastsUntil(result, askedAt) } })
  }

  const watch = async ({ attempt, id, known }: Effect & { type: 'watch' }) => {
    held?.abort()
    const mine = new AbortController()
    held = mine
    const askedAt = now()
    const result = await world.watch(id, known, mine.signal)
    if (held !== mine) return
    if (!result.ok) return send({ type: 'watch-failed', attempt, problem: result.problem })
    const { state: reached, answer } = result.answer
    const isToBeRead = answer !== null && 'message' in answer && world.purpose.for !== 'sign-in'
    // What reads it could not be had: it is asked again how far it is.
    const address = isToBeRead ? await world.addressOf(answer.message).catch(() => undefined) : null
    if (address === undefined) return send({ type: 'watch-failed', attempt, problem: { code: 'network.unreachable' } })
    send({ type: 'watched', attempt, state: reached, expiresAt: lastsUntil(result, now()), answer, address, askedAt })
  }

  const lastsUntil = (
    { answer: { expiresAt }, serverTime }: { answer: { expiresAt: string }; serverTime?: number },
    since: number,
  ) => endsAt(expiresAt, serverTime, since)

  const submit = (answer: DeviceAnswer, address: string | null) => {
    if (!('message' in answer)) return world.submitAssertion?.(answer.assertion) ?? refused('request.invalid')
    const isOther = world.purpose.for === 'merge' && (address === null || !willDo(world.purpose, address))
    return isOther ? refused('wallet.not_this') : world.submit(answer.message, answer.signature)
  }
  const handIn = async ({ attempt, answer, address }: Effect & { type: 'hand-in' }) => {
    const result = await submit(answer, address)
    if (result.ok) send({ type: 'accepted', attempt, answer: result.answer })
    else send({ type: 'turned-down', attempt, problem: result.problem })
  }

  const giveUp = () => {
    const code = codeOf(state.phase)
    if (code) world.cancel(code.id, 'answered')
    return code !== null
  }

  settle(start(world.purpose.for, page))
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getSnapshot: () => state,
    send,
    giveUp,
    stop() {
      if (isStopped) return
      isStopped = true
      cancelAlarm()
      held?.abort()
      const code = codeOf(state.phase)
      if (code) world.cancel(code.id)
    },
  }
}

/**
 * What is handed to nobody. A passkey where only a wallet will do: the server gives no request for one, so that it comes from nobody who means
 * well. And for a merge, which is with one wallet, what another one signed: the server would go on to whoever has that one.
 */
const refused = async (code: string) => ({ ok: false as const, problem: { code } })
