// What a proof on another device is for: what the server is told of it, who takes what was signed, and where it goes on.
import type { PasskeyAssertion } from '@countersign/api/calls'
import type { ServerAnswer, ServerProblem, Accepted } from '../wallet/events.ts'
import type { OwnPurpose } from '../wallet/purpose.ts'

/** The same for a wallet in this browser and for another device: what is signed is handed in by the same calls. */
export interface DeviceErrand {
  readonly purpose: OwnPurpose
  /** The application's sign-in that it belongs to. */
  readonly interaction?: string
  readonly submit: (message: string, signature: string) => Promise<ServerAnswer<Accepted>>
  /** Hands in what a passkey answered, where one will do. */
  readonly submitAssertion?: (assertion: PasskeyAssertion) => Promise<ServerAnswer<Accepted>>
  readonly leave: (path: string) => void
  /** Hears why no code was to be had. */
  readonly hear?: (problem: ServerProblem) => void
}
