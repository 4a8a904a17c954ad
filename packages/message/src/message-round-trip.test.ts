// Reading and writing undo each other: over messages generated from the grammar, over generated fields, and over
// messages that were damaged at random.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SignInMessage } from './sign-in-message.ts'
import { formatSignInMessage } from './format-sign-in-message.ts'
import { mutatedMessageTextArbitrary } from './message-mutation-arbitraries.ts'
import { messageArbitrary, ethereumMessageTextArbitrary } from './message-grammar-arbitraries.ts'
import { MessageError } from './message-error.ts'
import { parseSignInMessage } from './parse-sign-in-message.ts'

const limit = { maxLength: 1 << 16 }
describe('reading and writing undo each other', () => {
  test('every text of the grammar is read, and written again as it was', () => {
    fc.assert(
      fc.property(ethereumMessageTextArbitrary, (text) => {
        expect(formatSignInMessage(parseSignInMessage(text, limit), limit)).toBe(text)
      }),
      { numRuns: 1000 },
    )
  })

  test('all good fields are written, and read again as they were', () => {
    fc.assert(
      fc.property(messageArbitrary, (message) => {
        expect(parseSignInMessage(formatSignInMessage(message, limit), limit)).toEqual(message)
      }),
      { numRuns: 1000 },
    )
  })

  test('M11 fields with anything in them are refused, or come back as they were', () => {
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

describe('M11 a damaged message', () => {
  test('is refused with a place in it, or comes back as it was; never anything else', () => {
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

  test('so is any text at all', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ maxLength: 200 }), fc.string({ unit: 'binary', maxLength: 200 })), (text) => {
        expect(attempt(() => formatSignInMessage(parseSignInMessage(text)))).toBeInstanceOf(MessageError)
      }),
    )
  })
})

/** What comes out: a text or the fault. Any other error is a bug and goes on. */
function attempt(format: () => string): string | MessageError {
  try {
    return format()
  } catch (fault) {
    if (fault instanceof MessageError) return fault
    throw fault
  }
}
