import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import type { CrossDeviceProofOptions } from '../proof-flow/cross-device-proof-options.ts'
import type { WalletProofServerResult } from '../wallet/wallet-proof-events.ts'
import type { CrossDeviceServerState } from './cross-device-proof-phases.ts'

export type ServerResultWithTime<Answer> = WalletProofServerResult<Answer> & { readonly serverTime?: number }

export interface CrossDeviceProofDependencies extends Pick<
  CrossDeviceProofOptions,
  'purpose' | 'submit' | 'submitAssertion' | 'leave' | 'onProblem'
> {
  readonly now: () => number
  readonly after: (milliseconds: number, run: () => void) => () => void
  readonly createCode: () => Promise<ServerResultWithTime<ApiEndpointOutput<'createCrossDevice'>>>
  readonly fetchStatus: (
    id: string,
    known: CrossDeviceServerState,
    signal: AbortSignal,
  ) => Promise<ServerResultWithTime<ApiEndpointOutput<'watchCrossDevice'>>>
  /** Also works while the page unloads. With `unless`, a code that was answered is kept. */
  readonly cancelCode: (id: string, unless?: 'answered') => void
  /** Null if the text is not a message. */
  readonly parseMessageAddress: (message: string) => Promise<string | null>
}
