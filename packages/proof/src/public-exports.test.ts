import { expect, test } from 'vitest'
import * as face from './index.ts'

test('shows others exactly this', () => {
  expect(Object.keys(face).sort()).toMatchInlineSnapshot(`
    [
      "ChainUnavailableError",
      "bitcoinVerificationErrors",
      "contractVerificationErrors",
      "ethereumKeyVerificationErrors",
      "publicKeyRecoveryEngineName",
      "publicKeyRecoveryFallbackReason",
      "solanaVerificationErrors",
      "verifyBitcoinSignature",
      "verifyContractSignature",
      "verifyEthereumKeySignature",
      "verifySolanaSignature",
    ]
  `)
})
