import { expect, test } from 'vitest'
import * as face from './proof.ts'

test('shows others exactly this', () => {
  expect(Object.keys(face).sort()).toMatchInlineSnapshot(`
    [
      "ChainUnavailable",
      "bitcoinProofRefusals",
      "contractProofRefusals",
      "proofRefusals",
      "proveBitcoin",
      "proveContract",
      "proveKey",
      "proveSolana",
      "recoverEngine",
      "recoverEngineReason",
      "solanaProofRefusals",
    ]
  `)
})
