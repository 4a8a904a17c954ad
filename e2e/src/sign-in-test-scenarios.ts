// Every state of the sign-in screen; used by the tests and the screenshots.
import { signatureVerificationTestScenarios } from './states/signature-verification-test-scenarios.ts'
import { walletSelectionTestScenarios } from './states/wallet-selection-test-scenarios.ts'
import { walletConnectionTestScenarios } from './states/wallet-connection-test-scenarios.ts'
import { contractWalletTestScenarios } from './states/contract-wallet-test-scenarios.ts'
import { nonEvmWalletTestScenarios } from './states/non-evm-wallet-test-scenarios.ts'
import { messageSigningTestScenarios } from './states/message-signing-test-scenarios.ts'
import { signElsewhereTestScenarios } from './states/sign-elsewhere-test-scenarios.ts'
import type { SignInTestScenario } from './states/open-sign-in-test-scenario.ts'

export const signInTestScenarios: readonly SignInTestScenario[] = [
  ...walletSelectionTestScenarios,
  ...walletConnectionTestScenarios,
  ...messageSigningTestScenarios,
  ...signatureVerificationTestScenarios,
  ...contractWalletTestScenarios,
  ...nonEvmWalletTestScenarios,
  ...signElsewhereTestScenarios,
]
