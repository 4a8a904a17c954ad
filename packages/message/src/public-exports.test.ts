import { expect, test } from 'vitest'
import * as face from './index.ts'

test('shows others exactly this', () => {
  expect(
    Object.entries(face)
      .map(([name, value]) => `${name}: ${typeof value}`)
      .sort(),
  ).toMatchInlineSnapshot(`
    [
      "MessageError: function",
      "anyValue: symbol",
      "bip122Profile: object",
      "bitcoinAddressErrors: object",
      "createNonce: function",
      "decodeBase58: function",
      "decodeSolanaAddress: function",
      "eip155Profile: object",
      "encodeBase58: function",
      "formatMessage: function",
      "keccak256: function",
      "parseAnyMessage: function",
      "parseBitcoinAddress: function",
      "parseDateTime: function",
      "parseMessage: function",
      "solanaProfile: object",
      "toChecksumAddress: function",
      "validateMessage: function",
    ]
  `)
})
