// Puts the proof of a wallet into this browser: the machine's driver with the real window, clock and storage. What it is
// proved for, and what the server is asked, is handed in.
import type { CrossDeviceProofOptions } from './cross-device-proof-options.ts'
import { discoverWallets } from '../wallet/discover-wallets.ts'
import type { WalletDiscovery } from '../wallet/discover-wallets.ts'
import { createWalletProofStateMachineRunner } from '../wallet/wallet-proof-state-machine-runner.ts'
import type { WalletProofDependencies } from '../wallet/wallet-proof-dependencies.ts'
import type { WalletProofStateMachineRunner } from '../wallet/wallet-proof-state-machine-runner.ts'
import { loadDemonstrationWalletScript } from '../wallet/load-demonstration-wallet-script.ts'
import { signInWithSingleWalletPrompt, needsSeparateWalletPrompts } from '../wallet/single-prompt-wallet-sign-in.ts'
import type { WalletProofPurpose } from '../wallet/wallet-proof-purpose.ts'
import type { ResumedWalletProofState } from '../wallet/wallet-proof-state-machine.ts'
import { createLastUsedWalletStore } from '../wallet/last-used-wallet-store.ts'
import type { RunningPasskeySignIn } from '../passkeys/passkey-sign-in-controller.ts'
import { useSyncExternalStore } from 'react'
import type { WalletProofState } from '../wallet/wallet-proof-state.ts'

/** The proof of a wallet that is under way in this browser. */
export interface RunningWalletProof {
  readonly discovery: WalletDiscovery
  readonly proof: WalletProofStateMachineRunner
  /** Where one signs in: the other way, which somebody without a wallet may begin with. */
  readonly passkey?: Pick<RunningPasskeySignIn, 'subscribe' | 'getSnapshot' | 'cancelForWallet' | 'completeSignIn'>
  /** The same, for another device; null where this one is it. */
  readonly crossDeviceOptions: CrossDeviceProofOptions | null
  /** Gives it up: nothing more is listened to. */
  readonly stop: () => void
}

/** What a proof asks the server, and what comes after it. */
export type StartWalletProofOptions = Pick<WalletProofDependencies, 'readSession' | 'createChallenge'> &
  Omit<CrossDeviceProofOptions, 'purpose'> & { readonly purpose: WalletProofPurpose }

/** Calls back once after a time; answers the function that calls it off. */
export const runAfterDelay = (milliseconds: number, run: () => unknown) => {
  const timer = setTimeout(run, milliseconds)
  return () => clearTimeout(timer)
}

/**
 * Starts to look for wallets and to get everything ready for the first tap.
 * @param resumed what somebody comes back to, who left while the owners of their wallet were awaited
 */
export function startWalletProof(
  errand: StartWalletProofOptions,
  resumed: ResumedWalletProofState | null = null,
): RunningWalletProof {
  const storage = () => window.localStorage
  const recent = createLastUsedWalletStore(storage)
  const discovery = discoverWallets({
    target: window,
    ethereum: () => Reflect.get(window, 'ethereum'),
    window,
    after: runAfterDelay,
    recent: recent.read(),
  })
  const proof = createWalletProofStateMachineRunner(
    {
      ...errand,
      now: () => Date.now(),
      after: runAfterDelay,
      findProvider: (id) => discovery.findWallet(id)?.provider,
      findCombinedSignIn(id) {
        const { provider, key = '' } = discovery.findWallet(id) ?? {}
        if (!provider || needsSeparateWalletPrompts(storage, key)) return null
        return (challenge) => signInWithSingleWalletPrompt({ provider, key, storage, after: runAfterDelay }, challenge)
      },
      rememberWallet(id) {
        const used = discovery.findWallet(id)
        if (used) recent.remember(used)
      },
      reload: () => location.reload(),
    },
    errand.purpose,
    { isVisible: document.visibilityState === 'visible', isOnline: navigator.onLine },
    resumed,
  )

  let isDemonstrationLoaded = false
  const reportWallets = () => {
    const { wallets, settled, awaitedName, isIncomplete } = discovery.getSnapshot()
    const count = wallets.length + Number(awaitedName !== null || isIncomplete)
    proof.send({ type: 'wallets-found', count, settled: settled && isDemonstrationLoaded })
  }
  const reportVisibility = () => {
    const isVisible = document.visibilityState === 'visible'
    proof.send({ type: 'visibility-changed', isVisible })
    // The person may come back from enabling an extension.
    if (isVisible) discovery.rediscover()
  }
  const reportConnectivity = () => proof.send({ type: 'connectivity-changed', isOnline: navigator.onLine })
  const over = new AbortController()
  const { signal } = over
  const offerFamilies = () => {
    const { slot } = proof.getSnapshot()
    if (slot.at !== 'ready') return
    const { chainIds, keyChains } = slot.challenge
    discovery.acceptNamespaces([...(chainIds.length ? ['eip155'] : []), ...Object.keys(keyChains)])
  }
  proof.subscribe(offerFamilies)
  discovery.subscribe(reportWallets)
  reportWallets()
  document.addEventListener('visibilitychange', reportVisibility, { signal })
  window.addEventListener('online', reportConnectivity, { signal })
  window.addEventListener('offline', reportConnectivity, { signal })
  void loadDemonstrationWalletScript(location.hostname).then(() => {
    isDemonstrationLoaded = true
    return reportWallets()
  })

  const stop = () => {
    over.abort()
    discovery.stop()
    proof.stop()
  }
  const { purpose } = errand
  return { discovery, proof, crossDeviceOptions: purpose.for === 'elsewhere' ? null : { ...errand, purpose }, stop }
}

export const useWalletProofState = ({ proof }: RunningWalletProof): WalletProofState =>
  useSyncExternalStore(proof.subscribe, proof.getSnapshot)
