import { runWalletProofSideEffect } from './run-wallet-proof-side-effect.ts'
import type { WalletProofSideEffectContext } from './run-wallet-proof-side-effect.ts'
import type { WalletProofDependencies } from './wallet-proof-dependencies.ts'
import type { PageVisibilityAndConnectivity, WalletProofState, WalletProofStep } from './wallet-proof-state.ts'
import type { WalletProofEvent } from './wallet-proof-events.ts'
import { reduceWalletProof, getInitialWalletProofStep } from './wallet-proof-state-machine.ts'
import type { WalletProofPurpose } from './wallet-proof-purpose.ts'
import type { ResumedWalletProofState } from './wallet-proof-state-machine.ts'
import { getNextWalletProofTimerTime } from './wallet-proof-state.ts'
import { getChosenWalletOfProof } from './wallet-proof-phases.ts'
import { watchWalletEvents } from './send-wallet-rpc-request.ts'

export interface WalletProofStateMachineRunner {
  subscribe(listener: () => void): () => void
  getSnapshot(): WalletProofState
  send(event: WalletProofEvent): void
  stop(): void
}

export function createWalletProofStateMachineRunner(
  context: WalletProofDependencies,
  purpose: WalletProofPurpose,
  page: PageVisibilityAndConnectivity,
  resumed: ResumedWalletProofState | null = null,
): WalletProofStateMachineRunner {
  const { now, after } = context
  const listeners = new Set<() => void>()
  let state: WalletProofState
  let isStopped = false
  let cancelAlarm = () => {}
  let watch: { readonly id: string; readonly end: () => void } | null = null

  const settle = (step: WalletProofStep) => {
    const hasChanged = state !== step.state
    state = step.state
    watchCurrentWallet()
    // Effects run before rendering, so that the wallet opens within the click.
    for (const effect of step.effects) void runWalletProofSideEffect(run, effect)
    setAlarm()
    if (hasChanged) for (const listener of listeners) listener()
  }

  const send = (event: WalletProofEvent) => {
    if (!isStopped) settle(reduceWalletProof(state, event, now()))
  }

  const setAlarm = () => {
    cancelAlarm()
    const moment = getNextWalletProofTimerTime(state)
    // Limited to a day, because longer timers overflow in some browsers.
    if (moment !== null)
      cancelAlarm = after(Math.min(Math.max(moment - now(), 0), 86_400_000), () => send({ type: 'tick' }))
  }

  const watchCurrentWallet = () => {
    const id = getChosenWalletOfProof(state.phase)?.id ?? null
    if (watch?.id === id) return
    watch?.end()
    const end = id === null ? null : watchWalletEvents(context.findProvider, id, send)
    watch = id !== null && end ? { id, end } : null
  }

  const run: WalletProofSideEffectContext = { context, getState: () => state, send, ownerCheck: Promise.resolve() }
  const first = getInitialWalletProofStep(now(), purpose, page, resumed)
  state = first.state
  settle(first)

  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getSnapshot: () => state,
    send,
    stop() {
      isStopped = true
      cancelAlarm()
      watch?.end()
      listeners.clear()
    },
  }
}
