// Every state that the sign-in screen can be in, once: how a person gets there, what they then read and what they can
// do. The tests walk this table, and so do the screenshots.
import { signatureVerificationTestScenarios } from './states/verification-states.ts'
import { walletSelectionTestScenarios } from './states/wallet-selection-states.ts'
import { walletConnectionTestScenarios } from './states/wallet-connection-states.ts'
import { contractWalletTestScenarios } from './states/contract-wallet-states.ts'
import { nonEvmWalletTestScenarios } from './states/non-evm-wallet-states.ts'
import { messageSigningTestScenarios } from './states/signing-states.ts'
import type { SignInTestScenario } from './states/screen-state.ts'

export const signInTestScenarios: readonly SignInTestScenario[] = [
  ...walletSelectionTestScenarios,
  ...walletConnectionTestScenarios,
  ...messageSigningTestScenarios,
  ...signatureVerificationTestScenarios,
  ...contractWalletTestScenarios,
  ...nonEvmWalletTestScenarios,
]
