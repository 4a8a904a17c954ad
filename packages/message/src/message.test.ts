import { expect, test } from 'vitest'
import * as face from './message.ts'

test('shows others exactly this', () => {
  expect(
    Object.entries(face)
      .map(([name, value]) => `${name}: ${typeof value}`)
      .sort(),
  ).toMatchInlineSnapshot(`
    [
      "MessageFault: function",
      "bip122: object",
      "bitcoinAddressFaults: object",
      "checkMessage: function",
      "createNonce: function",
      "decodeBase58: function",
      "eip155: object",
      "encodeBase58: function",
      "formatMessage: function",
      "keccak256: function",
      "parseMessage: function",
      "readBitcoinAddress: function",
      "readMessage: function",
      "readTime: function",
      "solana: object",
      "solanaKeyOf: function",
      "toChecksumAddress: function",
      "unchecked: symbol",
    ]
  `)
})
