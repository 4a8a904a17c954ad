// The moves that several events share: connect, hand a signed message in, give up, wait for the server.
import type { Effect } from './effects.ts'
import type { ServerProblem } from './late-events.ts'
import type { Step } from './machine-state.ts'
import { keepsChallenge } from './machine-state.ts'
import { connectedOf, slowConnectionMilliseconds } from './states.ts'
import type { State } from './machine-state.ts'
import type { ChosenWallet, Phase, Signed, Task } from './states.ts'

/** The state with another phase, and the effects that go with the change. */
export function enter(state: State, phase: Phase, ...effects: readonly Effect[]): Step {
  return { state: { ...state, phase }, effects }
}

/** Nothing changes: the event came too late or means nothing here. */
export function stay(state: State): Step {
  return { state, effects: [] }
}

/** From here on, answers to what was asked before are not listened to. */
export function abandon(state: State): State {
  return { ...state, attempt: state.attempt + 1 }
}

/** Asks a wallet for its accounts, as a new attempt. */
export function connect(
  state: State,
  wallet: ChosenWallet,
  now: number,
  method: ConnectMethod = 'eth_requestAccounts',
): Step {
  const fresh = abandon(state)
  const phase: Phase = { at: 'connecting', wallet, slowAt: now + slowConnectionMilliseconds }
  return enter(fresh, phase, { type: 'connect', attempt: fresh.attempt, wallet, method })
}

type ConnectMethod = Extract<Effect, { type: 'connect' }>['method']

/** Sends the signed message to the server. Whatever comes of it, its challenge is not used for another message. */
export function submit(state: State, signed: Signed, tries: number): Step {
  const spent = dropChallenge(state)
  return enter(spent, { at: 'checking', signed, tries }, { type: 'submit', attempt: spent.attempt, signed })
}

/** Throws the challenge away; a late answer to an older request is then not taken for a new one. */
export function dropChallenge(state: State): State {
  return { ...state, slot: { at: 'none' } }
}

/** To the wallets, or to what is shown where there are none. A challenge that failed before is asked for once more. */
export function toWallets(state: State): Step {
  const fresh = abandon(state.slot.at === 'failed' ? dropChallenge(state) : state)
  return enter(fresh, fresh.found.count > 0 ? { at: 'choosing' } : { at: 'no-wallet' })
}

const firstRetryMilliseconds = 5_000
const longestRetryMilliseconds = 60_000

/**
 * The server cannot be had now: says which way, and when the task is tried again by itself.
 * @param tries how often it has been tried before
 */
export function stall(state: State, task: Task, problem: ServerProblem, now: number, tries: number): Step {
  if (problem.code === 'network.offline' || !state.isOnline)
    return enter(state, { at: 'offline', task, tries, retryAt: null })
  if (problem.code === 'rate.limited') {
    const seconds = Math.min(Math.max(problem.retryAfterSeconds ?? 30, 1), 3600)
    return enter(state, { at: 'rate-limited', task, tries, retryAt: now + seconds * 1000 })
  }
  const retryAt = now + Math.min(firstRetryMilliseconds * 2 ** tries, longestRetryMilliseconds)
  if (problem.code === 'chain.unavailable') return enter(state, { at: 'chain-unavailable', task, tries, retryAt })
  return enter(state, { at: 'unreachable', task, tries, retryAt, code: problem.code })
}

/** Tries the task of a stalled state again. While a challenge is fetched the state stays, so that nothing flickers. */
export function retryTask(state: State, phase: Stalled, tries: number, now: number): Step {
  if (phase.task.kind === 'proof') return submit(state, phase.task.signed, tries + 1)
  return state.slot.at === 'asked'
    ? stay(state)
    : askForChallenge({ ...state, phase: { ...phase, tries, retryAt: null } }, now)
}

type Stalled = Extract<Phase, { readonly task: Task }>

/** Asks the server for a challenge. */
export function askForChallenge(state: State, now: number): Step {
  const request = state.requests + 1
  const connected = connectedOf(state.phase)
  const contract = connected?.contract ? connected : null
  const asked: State = { ...state, requests: request, slot: { at: 'asked', request, askedAt: now, contract } }
  return { state: asked, effects: [{ type: 'fetch-challenge', request, ...(contract && { walletKind: 'contract' }) }] }
}

/** After every event: asks for a challenge where one is to be kept ready and none is held, asked for, or just refused. */
export function keepChallenge({ state, effects }: Step, now: number): Step {
  if (!keepsChallenge(state)) return { state, effects }
  const isDue = state.slot.at === 'none' || (state.slot.at === 'held' && now >= state.slot.renewAt)
  if (!isDue) return { state, effects }
  const asked = askForChallenge(state, now)
  return { state: asked.state, effects: [...effects, ...asked.effects] }
}
