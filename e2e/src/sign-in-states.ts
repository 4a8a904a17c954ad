// Every state that the sign-in screen can be in, once: how a person gets there, what they then read and what they can
// do. The tests walk this table, and so do the screenshots.
import { verificationStates } from './states/verification-states.ts'
import { walletSelectionStates } from './states/wallet-selection-states.ts'
import { walletConnectionStates } from './states/wallet-connection-states.ts'
import { contractWalletStates } from './states/contract-wallet-states.ts'
import { nonEvmWalletStates } from './states/non-evm-wallet-states.ts'
import { signingStates } from './states/signing-states.ts'
import type { ScreenState } from './states/screen-state.ts'

export const signInStates: readonly ScreenState[] = [
  ...walletSelectionStates,
  ...walletConnectionStates,
  ...signingStates,
  ...verificationStates,
  ...contractWalletStates,
  ...nonEvmWalletStates,
]
