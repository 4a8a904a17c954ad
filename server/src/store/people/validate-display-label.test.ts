import { expect, test } from 'vitest'
import { validateOptionalDisplayLabel } from './validate-display-label.ts'

test.each([
  'Ada',
  'Zoë',
  'O’Neil (work)',
  '李小龍',
  'a'.repeat(64),
  // Emoji: joined sequences, U+FE0F, keycaps, letter and tag flags, and skin tones.
  '👩‍🚀',
  'Ada ❤️',
  '1️⃣',
  '🇨🇭',
  '🏴󠁧󠁢󠁳󠁣󠁴󠁿 Ada',
  '👋🏽',
  '👩🏽‍❤️‍💋‍👨🏻',
  // Joiners and non-joiners in Hindi, Sinhala, Malayalam and Persian.
  'क्‍ष',
  'ශ්‍රී',
  'ന്‍റെ',
  'علی‌رضا',
  // Combining marks in Vietnamese, Thai, Hebrew, Burmese and Tibetan.
  'Nguyễn',
  'น้ำผึ้ง',
  'שָׁלוֹם',
  'မျိုးကျော်',
  'བསྒྲུབས',
])('accepts the display label %s', (name) => {
  expect(validateOptionalDisplayLabel(name)).toBe(name.normalize('NFC'))
})

test('converts other space characters in a display label to plain spaces', () => {
  expect(validateOptionalDisplayLabel('山田　太郎')).toBe('山田 太郎')
  expect(validateOptionalDisplayLabel('Ada\u00A0Lovelace')).toBe('Ada Lovelace')
})

test.each([
  ['no characters', ''],
  ['only a space', ' '],
  ['a trailing space', 'Ada '],
  ['a line feed', 'Ada\nOwner'],
  ['NUL', 'A\0da'],
  ['a direction override', 'Ada\u202Enimda'],
  ['a zero-width space', 'A\u200Bda'],
  ['a joiner between letters and digits', 'Ada\u200D1'],
  ['half a surrogate pair', 'Ada\uD800'],
  ['a line separator', 'Ada\u2028'],
  ['65 characters', 'a'.repeat(65)],
  ['a Hangul filler', '\u3164'],
  ['a Hangul filler among letters', 'A\u3164da'],
  ['a Hangul choseong filler', 'A\u115Fda'],
  ['a half-width filler', '\uFFA0'],
  ['braille without dots', '\u2800'],
  ['a grapheme joiner', 'A\u034Fda'],
  ['a variation selector after a letter', 'A\uFE0Fda'],
  ['a second variation selector after an emoji', '❤️\uFE0F'],
  ['tag characters outside a flag', 'Ada\u{E0061}\u{E007F}'],
  ['a joiner between Latin letters', 'A\u200Dda'],
  ['a non-joiner between Latin letters', 'A\u200Cda'],
  ['two joiners after a virama', 'क्\u200D\u200Dष'],
  ['a trailing joiner', 'Ada\u200D'],
  ['63 stacked marks', `A${'\u0301'.repeat(63)}`],
  ['four stacked marks', 'A\u0316\u0317\u0318\u0319'],
  ['four enclosing marks', 'A\u20DD\u20DE\u20DF\u20E0'],
  ['two spaces', 'Ada  Lovelace'],
])('N4 P7 P12: refuses a display label with %s', (_what, name) => {
  expect(() => validateOptionalDisplayLabel(name)).toThrow(
    expect.objectContaining({ code: 'person.name_invalid' }) as Error,
  )
})

test('accepts null for no display label', () => {
  expect(validateOptionalDisplayLabel(null)).toBeNull()
})
