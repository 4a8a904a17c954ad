// What a proof on another device is for: what the server is told of it, who takes what was signed, and where it goes on.
import type { PasskeyAssertion } from '@countersign/api/api-endpoints'
import type { ServerResult, ServerProblem, AcceptedProof } from '../wallet/wallet-proof-events.ts'
import type { OwnPageProofPurpose } from '../wallet/proof-purpose.ts'

/** The same for a wallet in this browser and for another device: what is signed is handed in by the same calls. */
export interface CrossDeviceOptions {
  readonly purpose: OwnPageProofPurpose
  /** The application's sign-in that it belongs to. */
  readonly interaction?: string
  readonly submit: (message: string, signature: string) => Promise<ServerResult<AcceptedProof>>
  /** Hands in what a passkey answered, where one will do. */
  readonly submitAssertion?: (assertion: PasskeyAssertion) => Promise<ServerResult<AcceptedProof>>
  readonly leave: (path: string) => void
  /** Hears why no code was to be had. */
  readonly onProblem?: (problem: ServerProblem) => void
}
