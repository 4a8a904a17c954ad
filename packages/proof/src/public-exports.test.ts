import { expect, test } from 'vitest'
import * as face from './index.ts'

test('@countersign/proof exports exactly these names', () => {
  expect(Object.keys(face).sort()).toMatchInlineSnapshot(`
    [
      "ChainUnavailableError",
      "bitcoinVerificationErrors",
      "contractVerificationErrors",
      "encodeSolanaOffchainEnvelope",
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
