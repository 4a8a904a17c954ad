// Tests that formatting is the inverse of parsing, for valid and damaged messages.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SignInMessage } from './sign-in-message.ts'
import { formatSignInMessage } from './format-sign-in-message.ts'
import { mutatedMessageTextArbitrary } from './message-mutation-arbitraries.ts'
import { messageArbitrary, ethereumMessageTextArbitrary } from './message-grammar-arbitraries.ts'
import { MessageError } from './message-error.ts'
import { parseSignInMessage } from './parse-sign-in-message.ts'

const limit = { maxLength: 1 << 16 }
describe('formatting is the inverse of parsing', () => {
  test('parsing and formatting any text that matches the grammar gives the same text', () => {
    fc.assert(
      fc.property(ethereumMessageTextArbitrary, (text) => {
        expect(formatSignInMessage(parseSignInMessage(text, limit), limit)).toBe(text)
      }),
      { numRuns: 1000 },
    )
  })

  test('formatting and parsing valid fields gives the same fields', () => {
    fc.assert(
      fc.property(messageArbitrary, (message) => {
        expect(parseSignInMessage(formatSignInMessage(message, limit), limit)).toEqual(message)
      }),
      { numRuns: 1000 },
    )
  })

  test('M11: fields with arbitrary values are refused, or are the same after formatting and parsing', () => {
    const tricks = fc.constantFrom(undefined, '', '\n', 'a\nb', '\nURI: a:', 'x\nResources:\n- a:', '://', '\r')
    const anything = fc.oneof(tricks, fc.string(), fc.string({ unit: 'binary' }))
    const required = ['domain', 'address', 'uri', 'version', 'chainId', 'nonce', 'issuedAt']
    const names = [...required, 'scheme', 'statement', 'expirationTime', 'notBefore', 'requestId']
    fc.assert(
      fc.property(messageArbitrary, fc.constantFrom(...names), anything, (message, name, value) => {
        const changed = { ...message, [name]: value } as SignInMessage
        const result = attempt(() => formatSignInMessage(changed, limit))
        if (typeof result === 'string') expect(parseSignInMessage(result, limit)).toEqual(changed)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('M11: mutated messages', () => {
  test('are refused with an error position, or are the same text after parsing and formatting', () => {
    fc.assert(
      fc.property(mutatedMessageTextArbitrary, (text) => {
        const result = attempt(() => formatSignInMessage(parseSignInMessage(text, limit), limit))
        if (typeof result === 'string') {
          expect(result).toBe(text)
          return
        }
        expect(result.offset).toBeGreaterThanOrEqual(0)
        expect(result.offset).toBeLessThanOrEqual(text.length)
        expect(result.line).toBe(text.slice(0, result.offset).split('\n').length)
      }),
      { numRuns: 3000 },
    )
  })

  test('arbitrary text is refused with a MessageError', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ maxLength: 200 }), fc.string({ unit: 'binary', maxLength: 200 })), (text) => {
        expect(attempt(() => formatSignInMessage(parseSignInMessage(text)))).toBeInstanceOf(MessageError)
      }),
    )
  })
})

function attempt(format: () => string): string | MessageError {
  try {
    return format()
  } catch (fault) {
    if (fault instanceof MessageError) return fault
    throw fault
  }
}
