import { describe, expect, test } from 'vitest'
import { formatTextExcerpt } from './format-text-excerpt.ts'
import { formatMessageFixDiff } from './format-message-fix-diff.ts'
import { chooseTerminalColorizer, plainTextColorizer } from './terminal-colors.ts'
import { toEscapedTerminalCharacters, formatAsciiJson, escapeForTerminal } from './escape-for-terminal.ts'

/** Everything that a terminal would obey, hide or turn around, and halves of characters. */
const harmful = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{M}\p{Default_Ignorable_Code_Point}]/u

describe('a text of strangers', () => {
  test.each([
    ['as it is', 'URI: https://example.com/?a=b#c', 'URI: https://example.com/?a=b#c'],
    ['with its tabs and line endings', 'a\tb\r\nc', 'a⇥b␍␊c'],
    ['with its control characters', '\u0000\u001b[2J\u007f\u009b31m', '␀␛[2J␡‹U+009B›31m'],
    ['with what cannot be seen', 'a\u200bb\u00a0c\ufeff\u{e0041}', 'a‹U+200B›b‹U+00A0›c‹U+FEFF›‹U+E0041›'],
    ['with what turns the direction', '\u202eabc\u2066', '‹U+202E›abc‹U+2066›'],
    ['with letters that are written from the right', 'שa', '‹U+05E9›a'],
    ['with what joins the letter before', 'e\u0301', 'e‹U+0301›'],
    ['with letters of other alphabets', 'ехаmple 漢字 é “ö”', 'ехаmple 漢字 é “ö”'],
    ['with half of a character', '\ud83d!', '‹U+D83D›!'],
  ])('is shown %s', (_how, text, shown) => {
    expect(escapeForTerminal(text)).toBe(shown)
  })

  test('N10 writes nothing to the terminal that it obeys, whatever the character', () => {
    const wrong: string[] = []
    for (let code = 0; code <= 0x10ffff; code += 1) {
      const shown = escapeForTerminal(String.fromCodePoint(code))
      if (harmful.test(shown)) wrong.push(code.toString(16))
    }
    expect(wrong).toEqual([])
  })

  test('is counted in columns and units', () => {
    expect(toEscapedTerminalCharacters('a字\u{1f600}\u200b').map(({ width, units }) => [width, units])).toEqual([
      [1, 1],
      [2, 1],
      [2, 2],
      [8, 1],
    ])
  })

  test('N10 is JSON in ASCII alone', () => {
    const text = '\u001b[31m\u007f\u009b\u202e\u2028é😀\ud800'
    const json = formatAsciiJson({ text })
    expect(json).toMatch(/^[ -~]+$/)
    expect(JSON.parse(json)).toEqual({ text })
  })
})

describe('an excerpt', () => {
  const text = 'first\nsec\u200bond\tline\nthird\nfourth'
  const draw = (offset: number, length: number, around = 1): string =>
    `\n${formatTextExcerpt(text, { offset, length }, { around })}\n`

  test('marks the place and shows what is around it', () => {
    expect(draw(text.indexOf('\u200b'), 1)).toMatchInlineSnapshot(`
      "
      1 | first
      2 | sec‹U+200B›ond⇥line
        |    ^^^^^^^^
      3 | third
      "
    `)
  })

  test('has its carets under what is meant, wherever characters are wide', () => {
    expect(`\n${formatTextExcerpt('a字\u{1f600}b\tc', { offset: 2, length: 3 }, { around: 0 })}\n`)
      .toMatchInlineSnapshot(`
      "
      1 | a字😀b⇥c
        |    ^^^
      "
    `)
  })

  test('draws the line feed that is meant, and the end of the text', () => {
    expect(draw(5, 1, 0)).toMatchInlineSnapshot(`
      "
      1 | first␊
        |      ^
      "
    `)
    expect(draw(text.length, 0, 0)).toMatchInlineSnapshot(`
      "
      4 | fourth
        |       ^
      "
    `)
  })

  test('marks no more than one line', () => {
    expect(draw(text.indexOf('third'), 50, 0)).toMatchInlineSnapshot(`
      "
      3 | third
        | ^^^^^
      "
    `)
  })

  test('cuts a long line around the place', () => {
    const long = `${'a'.repeat(500)}X${'b'.repeat(500)}`
    const [line = '', carets = ''] = formatTextExcerpt(long, { offset: 500, length: 1 }, { around: 0 }).split('\n')
    expect(line.length).toBeLessThan(120)
    expect(line[carets.indexOf('^')]).toBe('X')
    expect(formatTextExcerpt(`${long}\nnext`, { offset: 1002, length: 1 }, { around: 1 }).split('\n')[0]).toMatch(
      /^1 \| a{100}…$/,
    )
  })

  test('survives a place outside the text', () => {
    expect(`\n${formatTextExcerpt('abc', { offset: 99, length: 7 }, { around: 2 })}\n`).toMatchInlineSnapshot(`
      "
      1 | abc
        |    ^
      "
    `)
  })
})

test('N10 a long line is cut between characters, and not within one', () => {
  const long = `${'a'.repeat(99)}\u{20000}${'b'.repeat(9)}`
  expect(formatMessageFixDiff(long, 'a', plainTextColorizer)).toBe(`  - ${'a'.repeat(99)}\u{20000}…\n  + a`)
})

test('mending is shown as the lines that differ', () => {
  expect(formatMessageFixDiff('a\nb\r\nc', 'a\nb\nc', plainTextColorizer)).toBe('  - b␍\n  + b')
  expect(formatMessageFixDiff('a\nb\n', 'a\nb', plainTextColorizer)).toBe('  -')
  expect(formatMessageFixDiff('a\r\nb\nc\r', 'a\nb\nc', plainTextColorizer)).toBe('  - a␍\n  + a\n  - c␍\n  + c')
  expect(formatMessageFixDiff('a\n'.repeat(20), 'b\n'.repeat(20), plainTextColorizer)).toMatch(/  and 8 more lines$/)
  expect(formatMessageFixDiff('a\na', 'a\na\na', plainTextColorizer)).toBe('  + a')
})

describe('colors', () => {
  test('are for terminals, and for people who want them', () => {
    expect(chooseTerminalColorizer(true, {})('error', 'x')).toBe('\u001b[31m\u001b[1mx\u001b[22m\u001b[39m')
    for (const [isTerminal, environment] of [
      [false, {}],
      [true, { NO_COLOR: '1' }],
      [true, { TERM: 'dumb' }],
    ] as const) {
      expect(chooseTerminalColorizer(isTerminal, environment)('error', 'x')).toBe('x')
    }
    expect(chooseTerminalColorizer(true, { NO_COLOR: '' })('error', 'x')).not.toBe('x')
  })
})
