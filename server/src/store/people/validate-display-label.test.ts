import { expect, test } from 'vitest'
import { validateOptionalDisplayLabel } from './validate-display-label.ts'

test.each([
  'Ada',
  'Zoë',
  'O’Neil (work)',
  '李小龍',
  'a'.repeat(64),
  // Emoji with what belongs to them: joined, in colour (U+FE0F), a keycap, flags of letters and of tags, a tone of skin.
  '👩‍🚀',
  'Ada ❤️',
  '1️⃣',
  '🇨🇭',
  '🏴󠁧󠁢󠁳󠁣󠁴󠁿 Ada',
  '👋🏽',
  '👩🏽‍❤️‍💋‍👨🏻',
  // Joiners and non-joiners that letters need: Hindi, Sinhala, Malayalam, Persian.
  'क्‍ष',
  'ශ්‍රී',
  'ന്‍റെ',
  'علی‌رضا',
  // As many marks as a syllable has: Vietnamese, Thai, Hebrew with its points, Burmese, Tibetan.
  'Nguyễn',
  'น้ำผึ้ง',
  'שָׁלוֹם',
  'မျိုးကျော်',
  'བསྒྲུབས',
])('%s can be used', (name) => {
  expect(validateOptionalDisplayLabel(name)).toBe(name.normalize('NFC'))
})

test('a space of another width is a space', () => {
  expect(validateOptionalDisplayLabel('山田　太郎')).toBe('山田 太郎')
  expect(validateOptionalDisplayLabel('Ada\u00A0Lovelace')).toBe('Ada Lovelace')
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
  ['a Hangul filler', '\u3164'],
  ['a Hangul filler among letters', 'A\u3164da'],
  ['a filler of the first letter of a syllable', 'A\u115Fda'],
  ['a half-width filler', '\uFFA0'],
  ['braille without dots', '\u2800'],
  ['a grapheme joiner', 'A\u034Fda'],
  ['a selector of form beside a letter', 'A\uFE0Fda'],
  ['a selector of form beside an emoji that has one', '❤️\uFE0F'],
  ['tags that are no flag', 'Ada\u{E0061}\u{E007F}'],
  ['a joiner between letters of Latin', 'A\u200Dda'],
  ['a non-joiner between letters of Latin', 'A\u200Cda'],
  ['two joiners after a virama', 'क्\u200D\u200Dष'],
  ['a joiner at an end', 'Ada\u200D'],
  ['63 stacked marks', `A${'\u0301'.repeat(63)}`],
  ['four stacked marks', 'A\u0316\u0317\u0318\u0319'],
  ['four enclosing marks', 'A\u20DD\u20DE\u20DF\u20E0'],
  ['two spaces', 'Ada  Lovelace'],
])('N4 P7 P12 %s is refused', (_what, name) => {
  expect(() => validateOptionalDisplayLabel(name)).toThrow(
    expect.objectContaining({ code: 'person.name_invalid' }) as Error,
  )
})

test('nothing given is nothing', () => {
  expect(validateOptionalDisplayLabel(null)).toBeNull()
})
