import { expect, test } from 'vitest'
import { findSuspiciousCharacters } from './find-suspicious-characters.ts'
import { escapeInvisibleCharacters } from './escape-invisible-characters.ts'
import { createMessageTextRangeLocator } from './message-text-range-locator.ts'

function found(text: string): string[] {
  return findSuspiciousCharacters(text, createMessageTextRangeLocator(text)).map(
    ({ place: { line, column, length }, kind, name, looksLike }) =>
      `${line}:${column}+${length} ${kind} ${name}${looksLike === null ? '' : ` = ${looksLike}`}`,
  )
}

test('printable ASCII and line feeds are not suspicious', () => {
  expect(found(' !"#~\nabc\n')).toEqual([])
})

test('M12: finds and names invisible, bidirectional, look-alike and foreign characters', () => {
  const text =
    'a\u200b\u00a0\n\ufeff\r\t\u0000\u2028\u202e\u200f\u0430\u03bf\uff21\u201d\u2013\uff1a\u{1d5ba}é\u{1f600}\ud800'
  expect(found(text)).toMatchInlineSnapshot(`
    [
      "1:2+1 invisible U+200B ZERO WIDTH SPACE",
      "1:3+1 invisible U+00A0 NO-BREAK SPACE =  ",
      "2:1+1 invisible U+FEFF ZERO WIDTH NO-BREAK SPACE",
      "2:2+1 line-ending U+000D CARRIAGE RETURN",
      "2:3+1 control U+0009 CHARACTER TABULATION",
      "2:4+1 control U+0000 NULL",
      "2:5+1 line-ending U+2028 LINE SEPARATOR",
      "2:6+1 direction U+202E RIGHT-TO-LEFT OVERRIDE",
      "2:7+1 direction U+200F RIGHT-TO-LEFT MARK",
      "2:8+1 look-alike U+0430 CYRILLIC SMALL LETTER A = a",
      "2:9+1 look-alike U+03BF GREEK SMALL LETTER OMICRON = o",
      "2:10+1 look-alike U+FF21 FULLWIDTH LATIN CAPITAL LETTER A = A",
      "2:11+1 look-alike U+201D RIGHT DOUBLE QUOTATION MARK = "",
      "2:12+1 look-alike U+2013 EN DASH = -",
      "2:13+1 look-alike U+FF1A FULLWIDTH COLON = :",
      "2:14+2 look-alike U+1D5BA = a",
      "2:16+1 foreign U+00E9",
      "2:17+2 foreign U+1F600",
      "2:19+1 foreign U+D800",
    ]
  `)
})

test('M12: reports an unpaired surrogate at the end of truncated text', () => {
  // V8's optimized codePointAt has been seen reading past the end of such a string.
  for (let length = 1; length < 3000; length += 2) {
    const text = '\u{2c5e3}'.repeat(length).slice(0, length)
    expect(findSuspiciousCharacters(text, createMessageTextRangeLocator(text)).at(-1)!.place).toMatchObject({
      offset: length - 1,
      length: 1,
    })
  }
})

test('escapes invisible characters and truncates long text', () => {
  expect(escapeInvisibleCharacters('a\u200bb\r\n\u202e\u0430\u{1f600}\ud800')).toBe(
    'a‹U+200B›b␍␊‹U+202E›\u0430\u{1f600}‹U+D800›',
  )
  expect(escapeInvisibleCharacters('a'.repeat(60))).toBe('a'.repeat(60))
  expect(escapeInvisibleCharacters('\u{1f600}'.repeat(61))).toBe('\u{1f600}'.repeat(60) + '…')
})
