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
      "checkMessage: function",
      "createNonce: function",
      "formatMessage: function",
      "keccak256: function",
      "parseMessage: function",
      "readTime: function",
      "toChecksumAddress: function",
      "unchecked: symbol",
    ]
  `)
})
