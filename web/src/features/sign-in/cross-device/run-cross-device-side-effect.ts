import { isAcceptedProofAddress } from '../wallet/wallet-proof-purpose.ts'
import { toDeviceClockExpiry } from './convert-server-time-to-device-clock.ts'
import type { CrossDeviceProofDependencies } from './cross-device-proof-dependencies.ts'
import type {
  CrossDeviceProofAnswer,
  CrossDeviceSideEffect,
  CrossDeviceMachineEvent,
} from './cross-device-proof-phases.ts'

export interface CrossDeviceSideEffectContext {
  readonly context: CrossDeviceProofDependencies
  readonly send: (event: CrossDeviceMachineEvent) => void
  readonly isOver: (attempt: number) => boolean
  held: AbortController | null
}

export function runCrossDeviceSideEffect(run: CrossDeviceSideEffectContext, effect: CrossDeviceSideEffect): unknown {
  const { context } = run
  switch (effect.type) {
    case 'request-code':
      return requestCode(run, effect.attempt)
    case 'poll-status':
      return pollStatus(run, effect)
    case 'submit':
      return submitAnswer(run, effect)
    case 'cancel':
      return context.cancelCode(effect.id)
    case 'expire':
      return context.cancelCode(effect.id, 'answered')
    case 'leave':
      return context.leave(effect.path)
  }
}

async function requestCode(run: CrossDeviceSideEffectContext, attempt: number): Promise<void> {
  const { context, send } = run
  run.held?.abort()
  const askedAt = context.now()
  const result = await context.createCode()
  // The code arrived too late: the attempt was cancelled or superseded.
  if (run.isOver(attempt) && result.ok) return context.cancelCode(result.answer.id)
  if (!result.ok) {
    context.onProblem?.(result.problem)
    return send({ type: 'code-failed', attempt, problem: result.problem })
  }
  const { id, code, link, pair } = result.answer
  send({ type: 'code-arrived', attempt, code: { id, code, link, pair, expiresAt: lastsUntil(result, askedAt) } })
}

async function pollStatus(
  run: CrossDeviceSideEffectContext,
  { attempt, id, known }: CrossDeviceSideEffect & { type: 'poll-status' },
): Promise<void> {
  const { context, send } = run
  run.held?.abort()
  const mine = new AbortController()
  run.held = mine
  const askedAt = context.now()
  const result = await context.fetchStatus(id, known, mine.signal)
  if (run.held !== mine) return
  if (!result.ok) return send({ type: 'status-failed', attempt, problem: result.problem })
  const { state: reached, answer } = result.answer
  const isToBeRead = answer !== null && 'message' in answer && context.purpose.for !== 'sign-in'
  // If the parser could not be loaded, the status is polled again.
  const address = isToBeRead ? await context.parseMessageAddress(answer.message).catch(() => undefined) : null
  if (address === undefined) return send({ type: 'status-failed', attempt, problem: { code: 'network.unreachable' } })
  send({
    type: 'status-received',
    attempt,
    state: reached,
    expiresAt: lastsUntil(result, context.now()),
    answer,
    address,
    askedAt,
  })
}

const lastsUntil = (
  { answer: { expiresAt }, serverTime }: { answer: { expiresAt: string }; serverTime?: number },
  since: number,
) => toDeviceClockExpiry(expiresAt, serverTime, since)

function checkAndSubmit(context: CrossDeviceProofDependencies, answer: CrossDeviceProofAnswer, address: string | null) {
  if (!('message' in answer)) return context.submitAssertion?.(answer.assertion) ?? rejectAnswer('request.invalid')
  const isOther =
    context.purpose.for === 'merge' && (address === null || !isAcceptedProofAddress(context.purpose, address))
  return isOther ? rejectAnswer('wallet.not_this') : context.submit(answer.message, answer.signature)
}

async function submitAnswer(
  { context, send }: CrossDeviceSideEffectContext,
  { attempt, answer, address }: CrossDeviceSideEffect & { type: 'submit' },
): Promise<void> {
  const result = await checkAndSubmit(context, answer, address)
  if (result.ok) send({ type: 'accepted', attempt, answer: result.answer })
  else send({ type: 'rejected', attempt, problem: result.problem })
}

/** Refuses a passkey where a wallet was requested, or a wallet other than the one to be merged. */
const rejectAnswer = async (code: string) => ({ ok: false as const, problem: { code } })
