import type { PasskeyAssertion } from '@countersign/api/api-endpoints'
import type {
  WalletProofServerResult,
  WalletProofServerProblem,
  AcceptedWalletProof,
} from '../wallet/wallet-proof-events.ts'
import type { ChosenWallet } from '../wallet/wallet-proof-phases.ts'
import type { SameBrowserWalletProofPurpose } from '../wallet/wallet-proof-purpose.ts'

export interface CrossDeviceProofOptions {
  readonly purpose: SameBrowserWalletProofPurpose
  readonly interaction?: string
  readonly submit: (
    message: string,
    signature: string,
    wallet?: ChosenWallet,
  ) => Promise<WalletProofServerResult<AcceptedWalletProof>>
  /** Absent if no passkey is accepted. */
  readonly submitAssertion?: (assertion: PasskeyAssertion) => Promise<WalletProofServerResult<AcceptedWalletProof>>
  readonly leave: (path: string) => void
  readonly onProblem?: (problem: WalletProofServerProblem) => void
}
