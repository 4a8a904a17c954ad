// What a proof on another device is for: what the server is told of it, who takes what was signed, and where it goes on.
import type { PasskeyAssertion } from '@countersign/api/api-endpoints'
import type {
  WalletProofServerResult,
  WalletProofServerProblem,
  AcceptedWalletProof,
} from '../wallet/wallet-proof-events.ts'
import type { SameBrowserWalletProofPurpose } from '../wallet/wallet-proof-purpose.ts'

/** The same for a wallet in this browser and for another device: what is signed is handed in by the same calls. */
export interface CrossDeviceProofOptions {
  readonly purpose: SameBrowserWalletProofPurpose
  /** The application's sign-in that it belongs to. */
  readonly interaction?: string
  readonly submit: (message: string, signature: string) => Promise<WalletProofServerResult<AcceptedWalletProof>>
  /** Hands in what a passkey answered, where one will do. */
  readonly submitAssertion?: (assertion: PasskeyAssertion) => Promise<WalletProofServerResult<AcceptedWalletProof>>
  readonly leave: (path: string) => void
  /** Hears why no code was to be had. */
  readonly onProblem?: (problem: WalletProofServerProblem) => void
}
