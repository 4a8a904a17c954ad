import { expect, test } from 'vitest'
import * as face from './index.ts'

test('@countersign/message exports exactly these names', () => {
  expect(
    Object.entries(face)
      .map(([name, value]) => `${name}: ${typeof value}`)
      .sort(),
  ).toMatchInlineSnapshot(`
    [
      "MessageError: function",
      "anyValue: symbol",
      "bip122MessageProfile: object",
      "bitcoinAddressErrors: object",
      "createNonce: function",
      "decodeBase58: function",
      "decodeSolanaAddress: function",
      "eip155MessageProfile: object",
      "encodeBase58: function",
      "formatSignInMessage: function",
      "keccak256: function",
      "parseAnySignInMessage: function",
      "parseBitcoinAddress: function",
      "parseDateTime: function",
      "parseSignInMessage: function",
      "solanaMessageProfile: object",
      "toChecksumAddress: function",
      "validateSignInMessage: function",
    ]
  `)
})
