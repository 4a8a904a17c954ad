import type { CrossDeviceProofOptions } from './cross-device-proof-options.ts'
import type { ManualSigningOptions } from './manual-signing-options.ts'
import { discoverWallets } from '../wallet/discover-wallets.ts'
import type { WalletDiscovery } from '../wallet/discover-wallets.ts'
import { createWalletProofStateMachineRunner } from '../wallet/wallet-proof-state-machine-runner.ts'
import type { WalletProofDependencies } from '../wallet/wallet-proof-dependencies.ts'
import type { WalletProofStateMachineRunner } from '../wallet/wallet-proof-state-machine-runner.ts'
import { loadDemonstrationWalletScript } from '../wallet/load-demonstration-wallet-script.ts'
import { signInWithSingleWalletPrompt, needsSeparateWalletPrompts } from '../wallet/single-prompt-wallet-sign-in.ts'
import { listOfferedChainFamilies } from '../wallet/wallet-proof-purpose.ts'
import type { WalletProofPurpose } from '../wallet/wallet-proof-purpose.ts'
import type { ResumedWalletProofState } from '../wallet/wallet-proof-state-machine.ts'
import { createLastUsedWalletStore } from '../wallet/last-used-wallet-store.ts'
import type { RunningPasskeySignIn } from '../passkeys/passkey-sign-in-controller.ts'
import { useSyncExternalStore } from 'react'
import type { WalletProofState } from '../wallet/wallet-proof-state.ts'

export interface RunningWalletProof {
  readonly discovery: WalletDiscovery
  readonly proof: WalletProofStateMachineRunner
  readonly passkey?: Pick<RunningPasskeySignIn, 'subscribe' | 'getSnapshot' | 'cancelForWallet' | 'completeSignIn'>
  /** Also for signing elsewhere by copy and paste. Null if this device is signing for another device. */
  readonly crossDeviceOptions: ManualSigningOptions | null
  readonly stop: () => void
}

export type StartWalletProofOptions = Pick<WalletProofDependencies, 'readSession' | 'createChallenge'> &
  Omit<CrossDeviceProofOptions, 'purpose'> & { readonly purpose: WalletProofPurpose }

export const runAfterDelay = (milliseconds: number, run: () => unknown) => {
  const timer = setTimeout(run, milliseconds)
  return () => clearTimeout(timer)
}

/** @param resumed a proof that was waiting for the owners' approval */
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
    // The user may have enabled an extension since the last check.
    if (isVisible) discovery.rediscover()
  }
  const reportConnectivity = () => proof.send({ type: 'connectivity-changed', isOnline: navigator.onLine })
  const over = new AbortController()
  const { signal } = over
  const offerFamilies = () => {
    const { slot } = proof.getSnapshot()
    if (slot.at !== 'ready') return
    discovery.acceptNamespaces(listOfferedChainFamilies(slot.challenge, errand.purpose))
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
