import { describe, expect, test } from 'vitest'
import { formatTextExcerpt } from './format-text-excerpt.ts'
import { formatMessageFixDiff } from './format-message-fix-diff.ts'
import { chooseTerminalColorizer, plainTextColorizer } from './terminal-colors.ts'
import { toEscapedTerminalCharacters, formatAsciiJson, escapeForTerminal } from './escape-for-terminal.ts'

/** All characters that a terminal interprets, hides or reorders, and lone surrogates. */
const harmful = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{M}\p{Default_Ignorable_Code_Point}]/u

describe('terminal escaping of untrusted text', () => {
  test.each([
    ['plain ASCII unchanged', 'URI: https://example.com/?a=b#c', 'URI: https://example.com/?a=b#c'],
    ['tabs and line endings as symbols', 'a\tb\r\nc', 'a⇥b␍␊c'],
    ['control characters as symbols', '\u0000\u001b[2J\u007f\u009b31m', '␀␛[2J␡‹U+009B›31m'],
    ['invisible characters by code point', 'a\u200bb\u00a0c\ufeff\u{e0041}', 'a‹U+200B›b‹U+00A0›c‹U+FEFF›‹U+E0041›'],
    ['bidirectional controls by code point', '\u202eabc\u2066', '‹U+202E›abc‹U+2066›'],
    ['right-to-left letters by code point', 'שa', '‹U+05E9›a'],
    ['combining characters by code point', 'e\u0301', 'e‹U+0301›'],
    ['letters of other alphabets unchanged', 'ехаmple 漢字 é “ö”', 'ехаmple 漢字 é “ö”'],
    ['a lone surrogate by code point', '\ud83d!', '‹U+D83D›!'],
  ])('shows %s', (_how, text, shown) => {
    expect(escapeForTerminal(text)).toBe(shown)
  })

  test('N10: outputs no character that a terminal interprets', () => {
    const wrong: string[] = []
    for (let code = 0; code <= 0x10ffff; code += 1) {
      const shown = escapeForTerminal(String.fromCodePoint(code))
      if (harmful.test(shown)) wrong.push(code.toString(16))
    }
    expect(wrong).toEqual([])
  })

  test('measures each character in columns and code units', () => {
    expect(toEscapedTerminalCharacters('a字\u{1f600}\u200b').map(({ width, units }) => [width, units])).toEqual([
      [1, 1],
      [2, 1],
      [2, 2],
      [8, 1],
    ])
  })

  test('N10: writes JSON in ASCII only', () => {
    const text = '\u001b[31m\u007f\u009b\u202e\u2028é😀\ud800'
    const json = formatAsciiJson({ text })
    expect(json).toMatch(/^[ -~]+$/)
    expect(JSON.parse(json)).toEqual({ text })
  })
})

describe('text excerpt', () => {
  const text = 'first\nsec\u200bond\tline\nthird\nfourth'
  const draw = (offset: number, length: number, around = 1): string =>
    `\n${formatTextExcerpt(text, { offset, length }, { around })}\n`

  test('marks the position and shows the surrounding lines', () => {
    expect(draw(text.indexOf('\u200b'), 1)).toMatchInlineSnapshot(`
      "
      1 | first
      2 | sec‹U+200B›ond⇥line
        |    ^^^^^^^^
      3 | third
      "
    `)
  })

  test('aligns the carets below wide characters', () => {
    expect(`\n${formatTextExcerpt('a字\u{1f600}b\tc', { offset: 2, length: 3 }, { around: 0 })}\n`)
      .toMatchInlineSnapshot(`
      "
      1 | a字😀b⇥c
        |    ^^^
      "
    `)
  })

  test('marks a line feed and the end of the text', () => {
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

  test('marks at most one line', () => {
    expect(draw(text.indexOf('third'), 50, 0)).toMatchInlineSnapshot(`
      "
      3 | third
        | ^^^^^
      "
    `)
  })

  test('truncates a long line around the position', () => {
    const long = `${'a'.repeat(500)}X${'b'.repeat(500)}`
    const [line = '', carets = ''] = formatTextExcerpt(long, { offset: 500, length: 1 }, { around: 0 }).split('\n')
    expect(line.length).toBeLessThan(120)
    expect(line[carets.indexOf('^')]).toBe('X')
    expect(formatTextExcerpt(`${long}\nnext`, { offset: 1002, length: 1 }, { around: 1 }).split('\n')[0]).toMatch(
      /^1 \| a{100}…$/,
    )
  })

  test('handles a position outside the text', () => {
    expect(`\n${formatTextExcerpt('abc', { offset: 99, length: 7 }, { around: 2 })}\n`).toMatchInlineSnapshot(`
      "
      1 | abc
        |    ^
      "
    `)
  })
})

test('N10: a long line is truncated between characters, never inside one', () => {
  const long = `${'a'.repeat(99)}\u{20000}${'b'.repeat(9)}`
  expect(formatMessageFixDiff(long, 'a', plainTextColorizer)).toBe(`  - ${'a'.repeat(99)}\u{20000}…\n  + a`)
})

test('a message fix is shown as a diff of the changed lines', () => {
  expect(formatMessageFixDiff('a\nb\r\nc', 'a\nb\nc', plainTextColorizer)).toBe('  - b␍\n  + b')
  expect(formatMessageFixDiff('a\nb\n', 'a\nb', plainTextColorizer)).toBe('  -')
  expect(formatMessageFixDiff('a\r\nb\nc\r', 'a\nb\nc', plainTextColorizer)).toBe('  - a␍\n  + a\n  - c␍\n  + c')
  expect(formatMessageFixDiff('a\n'.repeat(20), 'b\n'.repeat(20), plainTextColorizer)).toMatch(/  and 8 more lines$/)
  expect(formatMessageFixDiff('a\na', 'a\na\na', plainTextColorizer)).toBe('  + a')
})

describe('terminal colors', () => {
  test('are used only on terminals, and respect NO_COLOR and TERM=dumb', () => {
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
