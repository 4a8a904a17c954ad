import type { WalletProofDependencies } from '../wallet/wallet-proof-dependencies.ts'
import type { CrossDeviceProofOptions } from './cross-device-proof-options.ts'

/** For a second proof with the same purpose and result, in which the person copies and pastes. */
export type ManualSigningOptions = CrossDeviceProofOptions & Pick<WalletProofDependencies, 'createChallenge'>
