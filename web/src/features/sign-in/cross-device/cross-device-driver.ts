// Carries out what the machine of another device asks for: speaks to the server, keeps the time, and reports back. All it touches is handed
// in, so that a test drives it with a clock of its own.
import type { EndpointOutput } from '@countersign/api/api-endpoints'
import type { ServerResult } from '../wallet/wallet-proof-events.ts'
import { isAcceptedAddress } from '../wallet/proof-purpose.ts'
import type { CrossDeviceOptions } from '../proof-flow/cross-device-options.ts'
import { reduceCrossDevice, startCrossDeviceMachine } from './cross-device-machine.ts'
import { toLocalExpiry } from './clock-skew.ts'
import { getActiveCode, getNextTickTime } from './cross-device-state.ts'
import type {
  CrossDeviceServerState,
  CrossDeviceAnswer,
  CrossDeviceEffect,
  CrossDeviceEvent,
  CrossDeviceMachineState,
  CrossDeviceStep,
} from './cross-device-state.ts'

/** An answer with the server's time, from which the length of a life is counted: this device's clock may be wrong. */
export type WithServerTime<Answer> = ServerResult<Answer> & { readonly serverTime?: number }

export interface CrossDeviceContext extends Pick<
  CrossDeviceOptions,
  'purpose' | 'submit' | 'submitAssertion' | 'leave' | 'hear'
> {
  readonly now: () => number
  /** Calls back once after a time; answers the function that calls it off. */
  readonly after: (milliseconds: number, run: () => void) => () => void
  readonly createCode: () => Promise<WithServerTime<EndpointOutput<'createCrossDevice'>>>
  readonly fetchStatus: (
    id: string,
    known: CrossDeviceServerState,
    signal: AbortSignal,
  ) => Promise<WithServerTime<EndpointOutput<'watchCrossDevice'>>>
  /** Ends a code, even while the page is being left; on request only as long as it is not answered. */
  readonly cancelCode: (id: string, unless?: 'answered') => void
  /** Which address a message names, as the server reads it; null where it is no message. */
  readonly parseMessageAddress: (message: string) => Promise<string | null>
}

/** Waiting for another device, in the form that React's `useSyncExternalStore` reads. */
export interface CrossDeviceDriver {
  subscribe(listener: () => void): () => void
  getSnapshot(): CrossDeviceMachineState
  send(event: CrossDeviceEvent): void
  /** Ends the code that is out, if any, and not answered by now. @returns whether there was one */
  expireCode(): boolean
  /** Ends it all. */
  stop(): void
}

export function createCrossDeviceDriver(
  context: CrossDeviceContext,
  page: Parameters<typeof startCrossDeviceMachine>[1],
): CrossDeviceDriver {
  const { now } = context
  const listeners = new Set<() => void>()
  let isStopped = false
  let cancelAlarm = () => {}
  /** The one request that is held open. */
  let held: AbortController | null = null
  let state: CrossDeviceMachineState

  const settle = (step: CrossDeviceStep) => {
    const hasChanged = state !== step.state
    state = step.state
    for (const effect of step.effects) void carryOut(effect)
    cancelAlarm()
    const moment = getNextTickTime(state)
    if (moment !== null) cancelAlarm = context.after(Math.max(moment - now(), 0), () => send({ type: 'tick' }))
    if (hasChanged) for (const listener of listeners) listener()
  }
  const send = (event: CrossDeviceEvent) => {
    if (!isStopped) settle(reduceCrossDevice(state, event, now()))
  }

  const carryOut = (effect: CrossDeviceEffect): unknown => {
    switch (effect.type) {
      case 'request-code':
        return requestCode(effect.attempt)
      case 'poll-status':
        return pollStatus(effect)
      case 'submit':
        return submitAnswer(effect)
      case 'cancel':
        return context.cancelCode(effect.id)
      case 'expire':
        return context.cancelCode(effect.id, 'answered')
      case 'leave':
        return context.leave(effect.path)
    }
  }

  const requestCode = async (attempt: number) => {
    held?.abort()
    const askedAt = now()
    const result = await context.createCode()
    // Nobody waits for it any more, or another one is wanted already.
    if ((isStopped || state.attempt !== attempt) && result.ok) return context.cancelCode(result.answer.id)
    if (!result.ok) {
      context.hear?.(result.problem)
      return send({ type: 'code-failed', attempt, problem: result.problem })
    }
    const { id, code, link, pair } = result.answer
    send({ type: 'code-arrived', attempt, code: { id, code, link, pair, expiresAt: lastsUntil(result, askedAt) } })
  }

  const pollStatus = async ({ attempt, id, known }: CrossDeviceEffect & { type: 'poll-status' }) => {
    held?.abort()
    const mine = new AbortController()
    held = mine
    const askedAt = now()
    const result = await context.fetchStatus(id, known, mine.signal)
    if (held !== mine) return
    if (!result.ok) return send({ type: 'status-failed', attempt, problem: result.problem })
    const { state: reached, answer } = result.answer
    const isToBeRead = answer !== null && 'message' in answer && context.purpose.for !== 'sign-in'
    // What reads it could not be had: it is asked again how far it is.
    const address = isToBeRead ? await context.parseMessageAddress(answer.message).catch(() => undefined) : null
    if (address === undefined) return send({ type: 'status-failed', attempt, problem: { code: 'network.unreachable' } })
    send({
      type: 'status-received',
      attempt,
      state: reached,
      expiresAt: lastsUntil(result, now()),
      answer,
      address,
      askedAt,
    })
  }

  const lastsUntil = (
    { answer: { expiresAt }, serverTime }: { answer: { expiresAt: string }; serverTime?: number },
    since: number,
  ) => toLocalExpiry(expiresAt, serverTime, since)

  const checkAndSubmit = (answer: CrossDeviceAnswer, address: string | null) => {
    if (!('message' in answer)) return context.submitAssertion?.(answer.assertion) ?? rejectAnswer('request.invalid')
    const isOther =
      context.purpose.for === 'merge' && (address === null || !isAcceptedAddress(context.purpose, address))
    return isOther ? rejectAnswer('wallet.not_this') : context.submit(answer.message, answer.signature)
  }
  const submitAnswer = async ({ attempt, answer, address }: CrossDeviceEffect & { type: 'submit' }) => {
    const result = await checkAndSubmit(answer, address)
    if (result.ok) send({ type: 'accepted', attempt, answer: result.answer })
    else send({ type: 'rejected', attempt, problem: result.problem })
  }

  const expireCode = () => {
    const code = getActiveCode(state.phase)
    if (code) context.cancelCode(code.id, 'answered')
    return code !== null
  }

  settle(startCrossDeviceMachine(context.purpose.for, page))
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getSnapshot: () => state,
    send,
    expireCode,
    stop() {
      if (isStopped) return
      isStopped = true
      cancelAlarm()
      held?.abort()
      const code = getActiveCode(state.phase)
      if (code) context.cancelCode(code.id)
    },
  }
}

/**
 * What is handed to nobody. A passkey where only a wallet will do: the server gives no request for one, so that it comes from nobody who means
 * well. And for a merge, which is with one wallet, what another one signed: the server would go on to whoever has that one.
 */
const rejectAnswer = async (code: string) => ({ ok: false as const, problem: { code } })
