// Reports failures that the server would not see, because no proof is sent. Adds about 250 bytes.
import { signInApiRoutes } from '@countersign/api/sign-in-api-route-paths'
import type { ChosenWallet } from '../wallet/wallet-proof-phases.ts'
import type { RunningWalletProof } from './start-wallet-proof.ts'

/** Names the app with which a message was signed, for the operator's counts. */
export const nameWalletApp = ({ id, name }: ChosenWallet): { 'countersign-wallet': string } => ({
  'countersign-wallet': id === 'manual' ? id : encodeURIComponent(name),
})

const report = (reason: string, wallet?: string) =>
  navigator.sendBeacon(
    signInApiRoutes.reportSignInFailure.path,
    new Blob([JSON.stringify({ reason, wallet })], { type: 'application/json' }),
  )

/** Declining is a decision and not a failure. */
export function reportSignInFailures({ proof }: Pick<RunningWalletProof, 'proof'>): void {
  let last: unknown
  proof.subscribe(() => {
    const { phase } = proof.getSnapshot()
    if (phase !== last && 'wallet' in phase && /failed|cannot|window|^dis|no-a/.test(phase.at))
      report(phase.at, phase.wallet.name.slice(0, 64))
    last = phase
  })
  addEventListener('vite:preloadError', () => report('script-failed'))
}
