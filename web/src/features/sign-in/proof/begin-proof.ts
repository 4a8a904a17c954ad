// Puts the proof of a wallet into this browser: the machine's driver with the real window, clock and storage. What it is
// proved for, and what the server is asked, is handed in.
import type { DeviceErrand } from './errand.ts'
import { discoverWallets } from '../wallet/discover.ts'
import type { Discovery } from '../wallet/discover.ts'
import { startProof } from '../wallet/driver.ts'
import type { Proof, ProofSurroundings } from '../wallet/driver.ts'
import { loadDemonstrationWallet } from '../wallet/load-demonstration-wallet.ts'
import { connectAtOnce, isPlainWallet } from '../wallet/one-prompt.ts'
import type { Purpose } from '../wallet/purpose.ts'
import type { Resumed } from '../wallet/machine.ts'
import { createRecentWallet } from '../wallet/recent.ts'
import type { PasskeySignIn } from '../passkey/passkey-sign-in.ts'
import { useSyncExternalStore } from 'react'
import type { State } from '../wallet/machine-state.ts'

/** The proof of a wallet that is under way in this browser. */
export interface RunningProof {
  readonly discovery: Discovery
  readonly proof: Proof
  /** Where one signs in: the other way, which somebody without a wallet may begin with. */
  readonly passkey?: Pick<PasskeySignIn, 'subscribe' | 'getSnapshot' | 'giveWay' | 'arrive'>
  /** The same, for another device; null where this one is it. */
  readonly errand: DeviceErrand | null
  /** Gives it up: nothing more is listened to. */
  readonly stop: () => void
}

/** What a proof asks the server, and what comes after it. */
export type ProofErrand = Pick<ProofSurroundings, 'readSession' | 'createChallenge'> &
  Omit<DeviceErrand, 'purpose'> & { readonly purpose: Purpose }

/** Calls back once after a time; answers the function that calls it off. */
export const after = (milliseconds: number, run: () => unknown) => {
  const timer = setTimeout(run, milliseconds)
  return () => clearTimeout(timer)
}

/**
 * Starts to look for wallets and to get everything ready for the first tap.
 * @param resumed what somebody comes back to, who left while the owners of their wallet were awaited
 */
export function beginProof(errand: ProofErrand, resumed: Resumed | null = null): RunningProof {
  const storage = () => window.localStorage
  const recent = createRecentWallet(storage)
  const discovery = discoverWallets({
    target: window,
    ethereum: () => Reflect.get(window, 'ethereum'),
    window,
    after,
    recent: recent.read(),
  })
  const proof = startProof(
    {
      ...errand,
      now: () => Date.now(),
      after,
      providerOf: (id) => discovery.entryOf(id)?.provider,
      atOnceOf(id) {
        const { provider, key = '' } = discovery.entryOf(id) ?? {}
        if (!provider || isPlainWallet(storage, key)) return null
        return (challenge) => connectAtOnce({ provider, key, storage, after }, challenge)
      },
      remember(id) {
        const used = discovery.entryOf(id)
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
    const { wallets, settled, awaited, isIncomplete } = discovery.getSnapshot()
    const count = wallets.length + Number(awaited !== null || isIncomplete)
    proof.send({ type: 'wallets-found', count, settled: settled && isDemonstrationLoaded })
  }
  const reportVisibility = () => {
    const isVisible = document.visibilityState === 'visible'
    proof.send({ type: 'visibility-changed', isVisible })
    // The person may come back from enabling an extension.
    if (isVisible) discovery.askAgain()
  }
  const reportConnectivity = () => proof.send({ type: 'connectivity-changed', isOnline: navigator.onLine })
  const over = new AbortController()
  const { signal } = over
  const offerFamilies = () => {
    const { slot } = proof.getSnapshot()
    if (slot.at !== 'held') return
    const { chainIds, keyChains } = slot.challenge
    discovery.offer([...(chainIds.length ? ['eip155'] : []), ...Object.keys(keyChains)])
  }
  proof.subscribe(offerFamilies)
  discovery.subscribe(reportWallets)
  reportWallets()
  document.addEventListener('visibilitychange', reportVisibility, { signal })
  window.addEventListener('online', reportConnectivity, { signal })
  window.addEventListener('offline', reportConnectivity, { signal })
  void loadDemonstrationWallet(location.hostname).then(() => {
    isDemonstrationLoaded = true
    return reportWallets()
  })

  const stop = () => {
    over.abort()
    discovery.stop()
    proof.stop()
  }
  const { purpose } = errand
  return { discovery, proof, errand: purpose.for === 'elsewhere' ? null : { ...errand, purpose }, stop }
}

export const useProofState = ({ proof }: RunningProof): State =>
  useSyncExternalStore(proof.subscribe, proof.getSnapshot)
