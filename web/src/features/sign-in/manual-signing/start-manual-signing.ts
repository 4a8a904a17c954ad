// Runs the state machine of all wallet proofs with the wallet that the person operates.
import { runAfterDelay } from '../proof-flow/start-wallet-proof.ts'
import type { ManualSigningOptions } from '../proof-flow/manual-signing-options.ts'
import { createWalletProofStateMachineRunner } from '../wallet/wallet-proof-state-machine-runner.ts'
import type { WalletProofStateMachineRunner } from '../wallet/wallet-proof-state-machine-runner.ts'
import { createManualWallet } from './create-manual-wallet.ts'
import type { ManualWallet } from './create-manual-wallet.ts'

export interface RunningManualSigning {
  readonly proof: WalletProofStateMachineRunner
  readonly wallet: ManualWallet
  /** Discards the message, and asks for the address again. */
  readonly changeAddress: () => void
  readonly stop: () => void
}

/** @param name the wallet's name in texts */
export function startManualSigning(options: ManualSigningOptions, name: string): RunningManualSigning {
  const wallet = createManualWallet()
  const chosen = { id: 'manual', name }
  const proof = createWalletProofStateMachineRunner(
    {
      ...options,
      now: () => Date.now(),
      after: runAfterDelay,
      findProvider: () => wallet.provider,
      // The person has chosen to sign, even if they are signed in.
      readSession: async () => ({ ok: true, answer: null }),
      findCombinedSignIn: () => null,
      // It is not a wallet of this browser, so it is never offered as the last used one.
      rememberWallet: () => undefined,
      reload: () => undefined,
    },
    options.purpose,
    // Without prefetching, the message is new when it is shown, so there is more time to sign it.
    { isVisible: false, isOnline: navigator.onLine },
  )
  const choose = () => proof.send({ type: 'wallet-chosen', wallet: chosen })
  proof.send({ type: 'wallets-found', count: 1, settled: true })
  choose()

  const over = new AbortController()
  const { signal } = over
  const reportConnectivity = () => proof.send({ type: 'connectivity-changed', isOnline: navigator.onLine })
  window.addEventListener('online', reportConnectivity, { signal })
  window.addEventListener('offline', reportConnectivity, { signal })
  return {
    proof,
    wallet,
    changeAddress() {
      proof.send({ type: 'back' })
      choose()
    },
    stop() {
      over.abort()
      proof.stop()
    },
  }
}
