// A sign-in that stands still, as the sign-in page shows it to whoever has two wallets: nothing is looked for, asked or sent.
import type { RunningSignIn } from '../screens/sign-in/begin-sign-in.ts'
import type { FoundWallet } from '../wallet/found-wallet.ts'
import { startState } from '../wallet/machine-state.ts'

const nothing = (): void => undefined
const never = () => nothing

/** @param names of the wallets that it has found */
export function sampleSignIn(names: readonly string[]): RunningSignIn {
  const provider: FoundWallet['provider'] = { request: () => Promise.reject(new Error('A sample is asked nothing.')) }
  const found = {
    wallets: names.map((name) => ({ id: name, name, rdns: null, icon: null, distinction: null, key: name, provider })),
    settled: true,
    recentId: null,
    recentKey: null,
    awaited: null,
    missing: null,
    isIncomplete: false,
    isReady: true,
  }
  const state = {
    ...startState(0, { for: 'sign-in' }, { isVisible: true, isOnline: true }),
    phase: { at: 'choosing' },
  } as const
  const ready = { at: 'ready' } as const
  return {
    discovery: {
      subscribe: never,
      getSnapshot: () => found,
      entryOf: () => undefined,
      offer: nothing,
      askAgain: nothing,
      stop: nothing,
    },
    proof: { subscribe: never, getSnapshot: () => state, send: nothing, stop: nothing },
    passkey: {
      subscribe: never,
      getSnapshot: () => ready,
      press: nothing,
      offer: never,
      giveWay: () => false,
      arrive: nothing,
      goOn: nothing,
    },
    errand: null,
    stop: nothing,
    onInteractionOver: never,
  }
}
