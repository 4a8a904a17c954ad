// What a cross-device proof needs of the page and the server.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import type { CrossDeviceProofOptions } from '../proof-flow/cross-device-proof-options.ts'
import type { WalletProofServerResult } from '../wallet/wallet-proof-events.ts'
import type { CrossDeviceServerState } from './cross-device-proof-phases.ts'

/** An answer with the server's time, from which the length of a life is counted: this device's clock may be wrong. */
export type ServerResultWithTime<Answer> = WalletProofServerResult<Answer> & { readonly serverTime?: number }

export interface CrossDeviceProofDependencies extends Pick<
  CrossDeviceProofOptions,
  'purpose' | 'submit' | 'submitAssertion' | 'leave' | 'onProblem'
> {
  readonly now: () => number
  /** Calls back once after a time; answers the function that calls it off. */
  readonly after: (milliseconds: number, run: () => void) => () => void
  readonly createCode: () => Promise<ServerResultWithTime<ApiEndpointOutput<'createCrossDevice'>>>
  readonly fetchStatus: (
    id: string,
    known: CrossDeviceServerState,
    signal: AbortSignal,
  ) => Promise<ServerResultWithTime<ApiEndpointOutput<'watchCrossDevice'>>>
  /** Ends a code, even while the page is being left; on request only as long as it is not answered. */
  readonly cancelCode: (id: string, unless?: 'answered') => void
  /** Which address a message names, as the server reads it; null where it is no message. */
  readonly parseMessageAddress: (message: string) => Promise<string | null>
}
