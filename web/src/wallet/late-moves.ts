// The moves that can only come once a message is there to be signed: what the wallet answers to it, and what the server makes of
// that. They come to the page with what writes the message.
import { isOfEthereum, isSameAddress } from '../ui/address-form.ts'
import type { Effect } from './effects.ts'
import type { Event } from './events.ts'
import type { Accepted, EarlyAndLateEvent, ServerProblem } from './late-events.ts'
import type { Step } from './machine-state.ts'
import type { LateEvent } from './late-events.ts'
import {
  askForAnotherAddress,
  awaitOwners,
  prepare,
  take,
  takeLateContract,
  toConnected,
  withContract,
} from './late-steps.ts'
import { onAskWallet, onLateProceed, onLateTick } from './on-message.ts'
import { showProblem } from './on-wallet.ts'
import { accountOf } from './provider.ts'
import { willDo } from './purpose.ts'
import { passingCodes } from './passing-codes.ts'
import { leaveMilliseconds, lookMilliseconds, pauseBeforeLook, withoutMessage } from './states.ts'
import type { ConnectedEvent, State } from './machine-state.ts'
import type { Draft, Phase, Signed } from './states.ts'
import { abandon, dropChallenge, enter, stall, stay, submit } from './steps.ts'
import { onAccountLeft, takeChanged } from './take-changed.ts'

/** One step of the machine, for these events. */
export function moveLate(state: State, event: LateEvent | EarlyAndLateEvent | ConnectedEvent, now: number): Step {
  switch (event.type) {
    case 'connected':
      return onConnected(state, event, now)
    case 'tick':
      return onLateTick(state, now)
    case 'proceed':
      return onLateProceed(state, now)
    case 'ask-wallet':
      return onAskWallet(state, event, now)
    case 'accounts-changed':
      return onAccountLeft(state, event, now)
    case 'contract-told':
      return onContractTold(state, event, now)
    case 'signed':
      return onSigned(state, event, now)
    case 'signature-failed':
      return onSignatureFailed(state, event, now)
    case 'verified':
      return onVerified(state, event, now)
    case 'not-approved':
      return onNotApproved(state, event, now)
    case 'turned-down':
      return onTurnedDown(state, event, now)
  }
}

/** The wallet shared its accounts, perhaps none. */
function onConnected(state: State, event: Event & { type: 'connected' }, now: number): Step {
  const { phase } = state
  if (phase.at !== 'connecting' || event.attempt !== state.attempt) return stay(state)
  const account = accountOf(event.accounts, (address) => willDo(state.purpose, address))
  if (account === undefined) return enter(state, { at: 'no-account', wallet: phase.wallet })
  const able: State = { ...state, writer: event.writer }
  const connected = toConnected(phase.wallet, account, event.chainId)
  return take(able, event.contract === undefined ? connected : withContract(connected, event.contract), now)
}

/** The wallet said what stands at its address: now the message can be made. */
function onContractTold(state: State, { attempt, contract }: Event & { type: 'contract-told' }, now: number): Step {
  const { phase } = state
  if (attempt !== state.attempt) return stay(state)
  if (phase.at === 'signing' && phase.lookAt === null) return takeLateContract(state, phase, contract, now)
  if (phase.at !== 'preparing') return stay(state)
  return prepare(state, withContract(phase.connected, contract), now)
}

/** The wallet signed. */
function onSigned(state: State, { attempt, signature, text }: Event & { type: 'signed' }, now: number): Step {
  const { phase } = state
  if (attempt !== state.attempt) return stay(state)
  // Shown and not sent yet: the wallet has signed it already, as it connected. Where the challenge was renewed meanwhile, it is asked anew.
  const isSigned = phase.at === 'message-ready' && phase.draft.text === text
  if (!isSigned && phase.at !== 'signing' && phase.at !== 'signature-open' && phase.at !== 'awaiting')
    return stay(state)
  // Hexadecimal digits for Ethereum, base58 and base64 for the others.
  const form = isOfEthereum(phase.draft.address) ? /^0x[0-9a-f]*$/i : /^[A-Za-z0-9+/]{20,}=*$/
  if (typeof signature !== 'string' || !form.test(signature))
    return onSignatureFailed(state, { type: 'signature-failed', attempt, problem: { kind: 'failed', said: '' } }, now)
  const { draft } = phase
  if (signature !== '0x') {
    const { signatures = {} } = state
    const known = Object.hasOwn(signatures, signature) ? signatures[signature] : undefined
    // A key's signature depends on the text: the same one for another text was made for that one.
    if (!draft.contract && known !== undefined && known !== draft.text)
      return enter(abandon(dropChallenge(state)), {
        at: 'refused',
        connected: withoutMessage(draft),
        code: 'wallet.earlier_signature',
        signed: null,
      })
    return submit({ ...state, signatures: { ...signatures, [signature]: draft.text } }, { ...draft, signature }, 0)
  }
  // Nothing to hand in: a contract wallet says so that its owners approve on the chain. From a key it is no signature.
  if (!draft.contract) return enter(state, { at: 'wallet-failed', wallet: draft.wallet, said: '' })
  return phase.at === 'awaiting'
    ? enter(state, phase.askAt === null ? phase : { ...phase, askAt: now })
    : awaitOwners(state, draft, now, now)
}

/** The wallet did not sign. */
function onSignatureFailed(state: State, event: Event & { type: 'signature-failed' }, now: number): Step {
  const { phase } = state
  if (event.attempt !== state.attempt) return stay(state)
  if (phase.at !== 'signing' && phase.at !== 'signature-open' && phase.at !== 'awaiting') return stay(state)
  const { draft } = phase
  // The owners may still approve on the chain, whatever became of the wallet's window.
  if (phase.at === 'awaiting' && event.problem.kind !== 'declined') return stay(state)
  if (event.problem.refusal !== undefined)
    return enter(abandon(dropChallenge(state)), {
      at: 'refused',
      connected: withoutMessage(draft),
      code: event.problem.refusal,
      signed: null,
    })
  if (event.problem.kind === 'declined')
    return enter(state, { at: 'signature-declined', connected: withoutMessage(draft), again: draft })
  if (event.problem.kind === 'request-open') {
    return enter(state, { at: 'signature-open', draft, tryAt: now + lookMilliseconds, acceptedAt: null })
  }
  return enter(state, showProblem(draft.wallet, event.problem, now, draft))
}

/** The server accepted the signature. */
function onVerified(state: State, event: Event & { type: 'verified' }, now: number): Step {
  const { phase } = state
  if (event.attempt !== state.attempt) return stay(state)
  if (phase.at === 'awaiting') return finish(state, approved(phase.draft), event.answer, now)
  return phase.at === 'checking' ? finish(state, phase.signed, event.answer, now) : stay(state)
}

/** What the owners approved of on the chain needs no signature. */
const approved = (draft: Draft): Signed => ({ ...draft, signature: '0x' })

/** The owners have not approved yet, or nobody could tell; anything else is the end of this message. */
function onNotApproved(state: State, { attempt, problem }: Event & { type: 'not-approved' }, now: number): Step {
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
function onTurnedDown(state: State, event: Event & { type: 'turned-down' }, now: number): Step {
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
