// The wallet was switched to another account after a message was made (EIP-1193 §accountsChanged). The old message names the old address,
// and is thrown away. A sign-in asks whether that was meant, because it decides who somebody is here. Who links or confirms is signed in
// and has seen which accounts will do: an account that will do is what they switched to, and its message is shown next.
import { accountOf } from './provider.ts'
import { willDo } from './purpose.ts'
import type { State, Step } from './machine-state.ts'
import { connectedOf, walletOf } from './states.ts'
import type { AccountsChanged } from './late-events.ts'
import type { Connected, PhaseName } from './states.ts'
import { askForAnotherAddress, prepare, toConnected } from './late-steps.ts'
import { abandon, dropChallenge, enter, stay } from './steps.ts'

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
export function onAccountLeft(state: State, { accounts }: AccountsChanged, now: number): Step {
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

/** Goes on with the account that the wallet is on now, asks about it, or asks for another one. */
export function takeChanged(state: State, connected: Connected, now: number): Step {
  const { purpose, followed = [] } = state
  if (!willDo(purpose, connected.address)) return askForAnotherAddress(state, connected, now)
  // A wallet that goes back and forth by itself would be sent one message after the other: each account is followed once.
  if (!('addresses' in purpose) || followed.includes(connected.address))
    return enter(state, { at: 'address-changed', connected })
  return prepare({ ...state, followed: [...followed, connected.address] }, connected, now)
}
