import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sanitizeDisplayText } from './sanitize-display-text.ts'

test.each([
  ['Two\n lines\tand  spaces', 'Two lines and spaces'],
  ['Main \u0000 Wallet\u202e', 'Main Wallet'],
  ['\u2066 \u2069', ''],
])('N4: removes invisible characters from %j and collapses spaces', (text, clean) => {
  expect(sanitizeDisplayText(text, 60)).toBe(clean)
})

test('N4: sanitizing display text twice gives the same result as once', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => {
      const clean = sanitizeDisplayText(text, 20)
      expect(sanitizeDisplayText(clean, 20)).toBe(clean)
    }),
    { examples: [['!\t\u0000\t!']] },
  )
})
