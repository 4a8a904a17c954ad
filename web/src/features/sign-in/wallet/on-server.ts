// What the server answers: who is signed in, a challenge, and what it makes of a signature.
import { isSameAddress } from '../../../ui/address-form.ts'
import type { Effect, State, Step } from './machine-state.ts'
import type { Accepted, Event, ServerProblem } from './events.ts'
import { showWallets } from './on-page.ts'
import { takeChanged } from './on-wallet.ts'
import { passingCodes } from './events.ts'
import { leaveMilliseconds, pauseBeforeLook, withoutMessage } from './states.ts'
import type { Challenge, ChallengeSlot, Draft, Phase, Signed } from './states.ts'
import {
  abandon,
  askForAnotherAddress,
  dropChallenge,
  enter,
  prepare,
  stall,
  stay,
  toConnected,
  toWallets,
} from './steps.ts'

/** It is known whether somebody is signed in here already. */
export function onSessionRead(state: State, event: Event & { type: 'session-read' }): Step {
  if (state.session !== 'unknown') return stay(state)
  return showWallets({ ...state, session: event.person ?? 'none' })
}

/** A challenge came. Whatever waited for it goes on. */
export function onChallengeArrived(state: State, event: Event & { type: 'challenge-arrived' }, now: number): Step {
  const { slot, phase } = state
  if (slot.at !== 'asked' || slot.request !== event.request) return stay(state)
  const issuedAt = Date.parse(event.challenge.message.issuedAt)
  const held: State = {
    ...state,
    slot: hold(event.challenge, issuedAt, slot),
    clockAheadMilliseconds: Number.isNaN(issuedAt) ? null : Math.round((slot.askedAt + now) / 2) - issuedAt,
  }
  if (phase.at === 'preparing') return prepare(held, phase.connected, now)
  if ('task' in phase && phase.task.kind === 'challenge') {
    return phase.task.connected ? prepare(held, phase.task.connected, now) : toWallets(held)
  }
  return stay(held)
}

/**
 * Keeps a challenge for as long as it lives, counted from when it was asked for: the device's clock may be wrong, and
 * then only the length of its life can be trusted.
 */
function hold(
  challenge: Challenge,
  issuedAt: number,
  { askedAt, contract }: ChallengeSlot & { at: 'asked' },
): ChallengeSlot {
  const life = Math.max(Date.parse(challenge.expiresAt) - issuedAt, 0) || 0
  return { at: 'held', challenge, renewAt: askedAt + life * 0.75, expiresAt: askedAt + life, contract }
}

/** No challenge came. It matters to those who wait for one, or would at the next tap. */
export function onChallengeFailed(state: State, event: Event & { type: 'challenge-failed' }, now: number): Step {
  const { slot, phase } = state
  if (slot.at !== 'asked' || slot.request !== event.request) return stay(state)
  const failed: State = { ...state, slot: { at: 'failed' } }
  if (phase.at === 'preparing')
    return stall(failed, { kind: 'challenge', connected: phase.connected }, event.problem, now, 0)
  if (phase.at === 'choosing') return stall(failed, { kind: 'challenge', connected: null }, event.problem, now, 0)
  if ('task' in phase && phase.task.kind === 'challenge')
    return stall(failed, phase.task, event.problem, now, phase.tries + 1)
  return stay(failed)
}

/** The server accepted the signature. */
export function onVerified(state: State, event: Event & { type: 'verified' }, now: number): Step {
  const { phase } = state
  if (event.attempt !== state.attempt) return stay(state)
  if (phase.at === 'awaiting') return finish(state, approved(phase.draft), event.answer, now)
  return phase.at === 'checking' ? finish(state, phase.signed, event.answer, now) : stay(state)
}

/** What the owners approved of on the chain needs no signature. */
const approved = (draft: Draft): Signed => ({ ...draft, signature: '0x' })

/** The owners have not approved yet, or nobody could tell; anything else is the end of this message. */
export function onNotApproved(state: State, { attempt, problem }: Event & { type: 'not-approved' }, now: number): Step {
  const { phase } = state
  if (phase.at !== 'awaiting' || attempt !== state.attempt) return stay(state)
  const isPassing = passingCodes.has(problem.code)
  if (!isPassing && problem.code !== 'signature.awaited')
    return refuse(abandon(dropChallenge(state)), approved(phase.draft), problem, null, now)
  const looks = phase.looks + 1
  const pause = Math.max(pauseBeforeLook(looks), (problem.retryAfterSeconds ?? 0) * 1000)
  return enter(state, { ...phase, askAt: now + pause, looks, trouble: isPassing ? problem.code : null })
}

/** The server did not accept the signature, or could not look at it. */
export function onTurnedDown(state: State, event: Event & { type: 'turned-down' }, now: number): Step {
  const { phase } = state
  if (phase.at !== 'checking' || event.attempt !== state.attempt) return stay(state)
  const { signed, tries } = phase
  if (passingCodes.has(event.problem.code)) return stall(state, { kind: 'proof', signed }, event.problem, now, tries)
  return refuse(abandon(dropChallenge(state)), signed, event.problem, event.account, now)
}

function refuse(state: State, signed: Signed, problem: ServerProblem, account: string | null, now: number): Step {
  const connected = withoutMessage(signed)
  switch (problem.code) {
    case 'challenge.unusable':
      return enter(state, { at: 'expired', connected })
    case 'person.suspended':
      return enter(state, { at: 'suspended', connected, reason: problem.reason ?? null })
    case 'chain.not_read':
    case 'signature.refused': {
      // Most often the wallet was switched to another account, and signed with that one.
      const hasSwitched = account !== null && !isSameAddress(account, connected.address)
      if (!hasSwitched && problem.code === 'chain.not_read')
        return enter(state, { at: 'refused', connected, code: problem.code, signed })
      if (!hasSwitched) return enter(state, { at: 'other-signer', connected, signed })
      return takeChanged(state, toConnected(connected.wallet, account, connected.chainId), now)
    }
    // This page did not know yet what the server knows of this address.
    case 'step_up.somebody_else':
    case 'wallet.linked_already':
      return askForAnotherAddress(state, connected, now)
    default:
      return enter(state, { at: 'refused', connected, code: problem.code, signed, until: problem.until })
  }
}

/** Proved. A sign-in says so for a moment before it goes on; what waits for the proof on the same page goes on at once. */
function finish(state: State, signed: Signed, { name, next }: Accepted, now: number): Step {
  const remember: Effect = { type: 'remember', wallet: signed.wallet }
  const phase: Phase = { at: 'done', signed, name, next, leaveAt: null }
  if (state.purpose.for !== 'sign-in') return enter(state, phase, remember, { type: 'leave', path: next })
  return enter(state, { ...phase, leaveAt: now + leaveMilliseconds }, remember)
}
