// Callers without type checks may pass anything, such as a field of a parsed request.
import { describe, expect, test } from 'vitest'
import {
  bip122MessageProfile,
  decodeBase58,
  decodeSolanaAddress,
  eip155MessageProfile,
  formatSignInMessage,
  MessageError,
  parseAnySignInMessage,
  parseBitcoinAddress,
  parseDateTime,
  parseSignInMessage,
  solanaMessageProfile,
  toChecksumAddress,
} from './index.ts'
import { validEthereumMessageExample } from './message-error-examples.ts'

const values: readonly unknown[] = [undefined, null, 5, true, {}, [], ['text'], Symbol('text'), new Uint8Array(32)]

describe('a value that is not a text', () => {
  test.each(values.map((value) => [value as string]))('is refused as any other invalid text: %s', (value) => {
    expect(decodeBase58(value, 32)).toBeNull()
    expect(decodeSolanaAddress(value)).toBeNull()
    expect(parseBitcoinAddress(value)).toBe('length')
    for (const use of [
      () => parseDateTime(value),
      () => toChecksumAddress(value),
      () => parseSignInMessage(value),
      () => parseAnySignInMessage(value, [eip155MessageProfile, solanaMessageProfile, bip122MessageProfile]),
    ])
      expect(use).toThrow(MessageError)
  })

  test('is refused in every required field of a message', () => {
    const message = parseSignInMessage(validEthereumMessageExample)
    for (const field of ['domain', 'address', 'uri', 'version', 'chainId', 'nonce', 'issuedAt'])
      for (const value of values)
        expect(() => formatSignInMessage({ ...message, [field]: value })).toThrow(MessageError)
  })
})
