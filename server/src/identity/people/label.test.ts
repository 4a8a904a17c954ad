import { expect, test } from 'vitest'
import { checkLabel } from './label.ts'

test.each(['Ada', 'Zoë', 'O’Neil (work)', '李小龍', '👩‍🚀', 'क्‍ष', 'a'.repeat(64)])('%s can be used', (name) => {
  expect(checkLabel(name)).toBe(name.normalize('NFC'))
})

test.each([
  ['nothing', ''],
  ['a space alone', ' '],
  ['a space at an end', 'Ada '],
  ['a line feed', 'Ada\nOwner'],
  ['NUL', 'A\0da'],
  ['an override of direction', 'Ada\u202Enimda'],
  ['a zero-width space', 'A\u200Bda'],
  ['a joiner between letters and digits', 'Ada\u200D1'],
  ['half a surrogate pair', 'Ada\uD800'],
  ['a separator of lines', 'Ada\u2028'],
  ['65 characters', 'a'.repeat(65)],
])('N4 P7 P12 %s is refused', (_what, name) => {
  expect(() => checkLabel(name)).toThrow(expect.objectContaining({ code: 'person.name_unusable' }) as Error)
})

test('nothing given is nothing', () => {
  expect(checkLabel(null)).toBeNull()
})
