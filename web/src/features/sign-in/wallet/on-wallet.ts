// What the wallet answers and reports. Answers carry the number of their attempt: those of one that was given up, or
// that come after the screen has moved on, change nothing.
import { isOfEthereum, isSameAddress } from '../../../ui/address-form.ts'
import type { Event } from './events.ts'
import type { State, Step } from './machine-state.ts'
import type { WalletProblem } from './problem.ts'
import { accountOf } from './provider.ts'
import { willDo } from './purpose.ts'
import { connectedOf, lookMilliseconds, walletOf, withoutMessage } from './states.ts'
import type { ChosenWallet, Connected, Draft, Phase, PhaseName } from './states.ts'
import {
  abandon,
  askForAnotherAddress,
  awaitOwners,
  connect,
  dropChallenge,
  enter,
  prepare,
  stay,
  submit,
  take,
  takeLateContract,
  toConnected,
  withContract,
} from './steps.ts'

/** The wallet shared its accounts, perhaps none. */
export function onConnected(state: State, event: Event & { type: 'connected' }, now: number): Step {
  const { phase } = state
  if (phase.at !== 'connecting' || event.attempt !== state.attempt) return stay(state)
  const account = accountOf(event.accounts, (address) => willDo(state.purpose, address))
  if (account === undefined) return enter(state, { at: 'no-account', wallet: phase.wallet })
  const connected = toConnected(phase.wallet, account, event.chainId)
  return take(state, event.contract === undefined ? connected : withContract(connected, event.contract), now)
}

/** The wallet said what stands at its address: now the message can be made. */
export function onContractTold(
  state: State,
  { attempt, contract }: Event & { type: 'contract-told' },
  now: number,
): Step {
  const { phase } = state
  if (attempt !== state.attempt) return stay(state)
  if (phase.at === 'signing' && phase.lookAt === null) return takeLateContract(state, phase, contract, now)
  if (phase.at !== 'preparing') return stay(state)
  return prepare(state, withContract(phase.connected, contract), now)
}

/** The wallet refused to connect, or could not. */
export function onConnectionFailed(state: State, event: Event & { type: 'connection-failed' }, now: number): Step {
  const { phase } = state
  if (phase.at !== 'connecting' || event.attempt !== state.attempt) return stay(state)
  const { problem } = event
  if (problem.kind === 'declined') return enter(state, { at: 'connection-declined', wallet: phase.wallet })
  if (problem.kind === 'request-open') {
    return enter(state, { at: 'connection-open', wallet: phase.wallet, lookAt: now + lookMilliseconds })
  }
  return enter(state, showProblem(phase.wallet, problem, now))
}

/** The state for a problem that means the same while connecting and while signing. */
export function showProblem(
  wallet: ChosenWallet,
  problem: WalletProblem,
  now: number,
  again: Draft | null = null,
): Phase {
  switch (problem.kind) {
    case 'locked':
      return { at: 'locked', wallet, lookAt: now + lookMilliseconds }
    case 'no-account':
    case 'cannot-sign':
    case 'disconnected':
      return { at: problem.kind, wallet }
    case 'window-blocked':
      return { at: 'window-blocked', wallet, again }
    case 'declined':
    case 'request-open':
    case 'failed':
      return { at: 'wallet-failed', wallet, said: problem.said }
  }
}

/** States in which an account that becomes visible is what was waited for. */
const waitsForAccount: ReadonlySet<PhaseName> = new Set<PhaseName>([
  'connection-open',
  'locked',
  'no-account',
  'disconnected',
  'other-address',
])

/** The wallet is on another account, or shares none any more (EIP-1193 §accountsChanged). */
export function onAccountsChanged(state: State, event: Event & { type: 'accounts-changed' }, now: number): Step {
  const { phase } = state
  const wallet = walletOf(phase)
  if (wallet?.id !== event.walletId) return stay(state)
  const isConnected = (address: string) => isSameAddress(address, connectedOf(phase)?.address ?? '')
  const account = accountOf(event.accounts, (address) =>
    phase.at === 'other-address' ? willDo(state.purpose, address) : isConnected(address),
  )
  if (account !== undefined && isConnected(account)) return stay(state)
  if (account !== undefined && waitsForAccount.has(phase.at)) return connect(state, wallet, now, 'eth_accounts')
  return onAccountLeft(state, event, now)
}

/**
 * States whose message, or next message, is for one address. While the server checks, the signature is already on its
 * way for the address that made it, so that a switch no longer matters.
 */
const boundToAddress: ReadonlySet<PhaseName> = new Set<PhaseName>([
  'preparing',
  'message-ready',
  'signing',
  'signature-open',
  'window-blocked',
  'signature-declined',
  'address-changed',
  'other-address',
  'expired',
  'other-signer',
  'refused',
])

/** A connected wallet says that it is on another account, or shares none any more. */
function onAccountLeft(state: State, { accounts }: Event & { type: 'accounts-changed' }, now: number): Step {
  const { phase } = state
  const wallet = walletOf(phase)
  const connected = connectedOf(phase)
  if (!wallet || !connected || !boundToAddress.has(phase.at)) return stay(state)
  const account = accountOf(accounts, (address) => willDo(state.purpose, address))
  if (account === undefined) return enter(abandon(state), { at: 'disconnected', wallet })
  // A challenge that is in no message yet serves the next account as well: a wallet that reports one change after the
  // other does not cost one each.
  const isInMessage = 'draft' in phase || ('again' in phase && phase.again !== null)
  return takeChanged(
    abandon(isInMessage ? dropChallenge(state) : state),
    toConnected(wallet, account, connected.chainId),
    now,
  )
}

/**
 * Continues with the account that the wallet is on now, asks about it, or asks for another one. A sign-in asks, because the account
 * decides who the person is here. Linking and confirming do not: the person has seen which accounts are accepted.
 */
export function takeChanged(state: State, connected: Connected, now: number): Step {
  const { purpose, followed = [] } = state
  if (!willDo(purpose, connected.address)) return askForAnotherAddress(state, connected, now)
  // A wallet that goes back and forth by itself would be sent one message after the other: each account is followed once.
  if (!('addresses' in purpose) || followed.includes(connected.address))
    return enter(state, { at: 'address-changed', connected })
  return prepare({ ...state, followed: [...followed, connected.address] }, connected, now)
}

const engagesWallet: ReadonlySet<PhaseName> = new Set<PhaseName>([
  'connecting',
  'connection-open',
  'locked',
  'preparing',
  'message-ready',
  'signing',
  'signature-open',
])

/** The wallet cannot be reached any more (EIP-1193 §disconnect). */
export function onWalletDisconnected(state: State, event: Event & { type: 'wallet-disconnected' }): Step {
  const wallet = walletOf(state.phase)
  if (wallet?.id !== event.walletId || !engagesWallet.has(state.phase.at)) return stay(state)
  return enter(abandon(state), { at: 'disconnected', wallet })
}

/** The wallet signed. */
export function onSigned(state: State, { attempt, signature, text }: Event & { type: 'signed' }, now: number): Step {
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
export function onSignatureFailed(state: State, event: Event & { type: 'signature-failed' }, now: number): Step {
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
