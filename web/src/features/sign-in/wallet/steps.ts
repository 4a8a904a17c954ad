// The moves that several events share: connect, prepare and sign a message, submit it, await owners, give up, wait for the server.
import { toChecksumAddress } from '@countersign/message/eip155/checksum-address'
import { isOfEthereum } from '../../../ui/address-form.ts'
import type { Effect, State, Step } from './machine-state.ts'
import type { ServerProblem } from './events.ts'
import { keepsChallenge } from './machine-state.ts'
import { willDo } from './purpose.ts'
import {
  acceptedMilliseconds,
  connectedOf,
  lookMilliseconds,
  pauseBeforeLook,
  readingMilliseconds,
  slowConnectionMilliseconds,
  slowSignatureMilliseconds,
  withoutMessage,
} from './states.ts'
import type {
  Challenge,
  ChosenWallet,
  Connected,
  Contract,
  ContractAnswer,
  Draft,
  Phase,
  Signed,
  Task,
} from './states.ts'
import { writeDraft } from './write-draft.ts'

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

/** The wallet is on this account. */
export const toConnected = (wallet: ChosenWallet, account: string, chainId: string | null): Connected => ({
  wallet,
  // Only Ethereum's addresses have a second form.
  address: isOfEthereum(account) ? toChecksumAddress(account) : account,
  chainId,
})

/** A contract is one on its chain: a wallet that does not say which chain it is on is taken for a key. */
export const withContract = (connected: Connected, contract: ContractAnswer): Connected => ({
  ...connected,
  contract: connected.chainId === null || contract === 'unread' ? null : contract,
  ...(connected.chainId !== null && contract === 'unread' && { isUnread: true }),
})

/** Whether something about the contract of a wallet is to be asked again. */
const isUnread = (connected: Connected): boolean => connected.isUnread === true || connected.contract?.isUnread === true

const isShared = (contract: Contract | null | undefined): boolean => (contract?.owners?.needed ?? 1) > 1

/** The wallet answered, or not, what it had not answered before the message was sent to it: a shared wallet is waited for as such. */
export function takeLateContract(
  state: State,
  phase: Phase & { at: 'signing' },
  contract: ContractAnswer,
  now: number,
): Step {
  const { draft } = phase
  if (contract !== 'unread' && contract !== null && isShared(contract)) {
    // A message for a key does not live long enough for several owners: they need another one.
    return draft.contract
      ? awaitOwners(state, { ...draft, contract }, now)
      : prepare(dropChallenge(state), withContract(withoutMessage(draft), contract), now)
  }
  const isStillUnread = contract === 'unread' || contract?.isUnread
  return enter(state, { ...phase, lookAt: isStillUnread && phase.slowAt !== null ? now + lookMilliseconds : null })
}

/** A wallet is connected: its message comes next where its address will do. */
export function take(state: State, connected: Connected, now: number): Step {
  return willDo(state.purpose, connected.address)
    ? prepare(state, connected, now)
    : askForAnotherAddress(state, connected, now)
}

/** This address will not do. Once the wallet is on another, this goes on by itself. */
export function askForAnotherAddress(state: State, connected: Connected, now: number): Step {
  return enter(state, { at: 'other-address', connected, lookAt: now + lookMilliseconds })
}

/**
 * Shows the message for a connected wallet, or waits for the challenge that it is made of. The wallet opens by itself
 * a moment later, as part of the same flow.
 */
export function prepare(state: State, connected: Connected, now: number): Step {
  const fresh = abandon(state)
  const { slot } = fresh
  if (slot.at !== 'held' || slot.expiresAt <= now) {
    const dropped: State = slot.at === 'asked' ? fresh : dropChallenge(fresh)
    return enter(dropped, { at: 'preparing', connected })
  }
  const { challenge } = slot
  const known = recognise(connected, slot.contract)
  // Where this server reads no chain, there is nothing to ask for.
  if (known.contract === undefined && challenge.readChains.length > 0) {
    return enter(fresh, { at: 'preparing', connected }, { type: 'ask-contract', attempt: fresh.attempt, connected })
  }
  if (known.contract && !isRead(challenge, known.chainId))
    return enter(fresh, { at: 'refused', connected: known, code: 'chain.not_read', signed: null })
  // A contract wallet needs a message that lives longer, and a key may not have it.
  if (Boolean(known.contract) !== Boolean(slot.contract))
    return enter(dropChallenge(fresh), { at: 'preparing', connected: known })
  const draft = writeDraft(challenge, known, slot.expiresAt)
  if (draft !== null && draft !== 'wallet.other_network')
    return enter(fresh, { at: 'message-ready', draft, signAt: now + readingMilliseconds })
  return enter(dropChallenge(fresh), {
    at: 'refused',
    connected,
    code: draft ?? 'server.fault',
    signed: null,
    chainOfSite: challenge.keyChains['bip122'],
  })
}

/** A contract wallet that a challenge was asked for is known when it comes back, whatever it answers then. */
function recognise(connected: Connected, contract: Connected | null): Connected {
  const isSame =
    contract !== null &&
    contract.address === connected.address &&
    contract.chainId === (connected.chainId ?? contract.chainId)
  return isSame ? { ...contract, wallet: connected.wallet } : connected
}

/** Whether a contract wallet on this chain can be proved here. Its message has to name its own chain. */
const isRead = ({ readChains, chainIds }: Challenge, chainId: string | null): boolean =>
  readChains.some(({ id }) => id === chainId) && chainIds.some((id) => id === chainId)

/** Sends the message to the wallet. Sent again, it is the same attempt: whichever request is signed first counts. */
export function askForSignature(state: State, draft: Draft, now: number): Step {
  const next = isShared(draft.contract)
    ? awaitOwners(state, draft, now)
    : enter(state, {
        at: 'signing',
        draft,
        slowAt: now + slowSignatureMilliseconds,
        ...(isUnread(draft) && { lookAt: now + lookMilliseconds }),
      })
  return { ...next, effects: [{ type: 'sign', attempt: state.attempt, draft }] }
}

/** The owners of a contract wallet may take their time. */
export function awaitOwners(state: State, draft: Draft, now: number, askAt = now + pauseBeforeLook(0)): Step {
  return enter(state, { at: 'awaiting', draft, askAt, looks: 0, trouble: null })
}

/** Asks whether the owners have approved on the chain. This spends nothing as long as they have not. */
export function askOwners(state: State, phase: Phase & { at: 'awaiting' }): Step {
  return enter(state, { ...phase, askAt: null }, { type: 'ask-owners', attempt: state.attempt, draft: phase.draft })
}

/** Sends the message again to a wallet that was busy; it is taken as open there if it is not refused at once. */
export function askAgainForSignature(state: State, draft: Draft, now: number): Step {
  const phase: Phase = { at: 'signature-open', draft, tryAt: null, acceptedAt: now + acceptedMilliseconds }
  return enter(state, phase, { type: 'sign', attempt: state.attempt, draft })
}
