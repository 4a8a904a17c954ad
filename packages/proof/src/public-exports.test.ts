import { expect, test } from 'vitest'
import * as face from './index.ts'

test('@countersign/proof exports exactly these names', () => {
  expect(Object.keys(face).sort()).toMatchInlineSnapshot(`
    [
      "ChainUnavailableError",
      "bitcoinVerificationErrors",
      "boundProofErrors",
      "contractVerificationErrors",
      "createProofBinding",
      "encodeSolanaOffchainEnvelope",
      "ethereumKeyVerificationErrors",
      "publicKeyRecoveryEngineName",
      "publicKeyRecoveryFallbackReason",
      "solanaVerificationErrors",
      "verifyBitcoinSignature",
      "verifyBoundProof",
      "verifyContractSignature",
      "verifyEthereumKeySignature",
      "verifySolanaSignature",
    ]
  `)
})
