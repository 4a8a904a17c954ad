// What the server answers before there is a message: who is signed in, and a challenge.
import type { Event } from './events.ts'
import type { Step } from './machine-state.ts'
import { showWallets } from './on-page.ts'
import type { State } from './machine-state.ts'
import type { Challenge, ChallengeSlot, Connected } from './states.ts'
import { stall, stay, toWallets } from './steps.ts'

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
  const prepare = (connected: Connected): Step => held.writer?.prepare(held, connected, now) ?? stay(held)
  if (phase.at === 'preparing') return prepare(phase.connected)
  if ('task' in phase && phase.task.kind === 'challenge') {
    return phase.task.connected ? prepare(phase.task.connected) : toWallets(held)
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
