import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { StrictJsonError, parseStrictJson } from './parse-strict-json.ts'

describe('strict JSON', () => {
  test.each([
    ['a duplicate member', '{"a":1,"a":2}'],
    ['a duplicate member, once escaped', '{"a":1,"\\u0061":2}'],
    ['a nested duplicate member', '[{"x":{"a":1,"b":[],"a":2}}]'],
    ['__proto__', '{"__proto__":{"admin":true}}'],
    ['escaped __proto__', '{"\\u005f_proto__":1}'],
    ['constructor', '{"constructor":{"prototype":{}}}'],
    ['seventeen levels of nesting', '['.repeat(17) + ']'.repeat(17)],
    ['text that is not JSON', '{a:1}'],
    ['two values', '{} {}'],
    ['empty text', ''],
    ['a byte order mark', '\ufeff{}'],
  ])('N8: refuses %s', (_what, text) => {
    expect(() => parseStrictJson(text)).toThrow(StrictJsonError)
  })

  test.each([
    ['sixteen levels of nesting', '['.repeat(16) + ']'.repeat(16)],
    ['the same name in two objects', '[{"a":1},{"a":2}]'],
    ['the same text as name and value', '{"a":"a","b":["a","a"]}'],
    ['quotes and brackets in strings', '{"a":"\\"{[,:","b":"}]\\\\"}'],
  ])('accepts %s', (_what, text) => {
    expect(parseStrictJson(text)).toEqual(JSON.parse(text))
  })

  test('parses all JSON.stringify output without forbidden names', () => {
    const safe = fc
      .jsonValue({ maxDepth: 5 })
      .filter((value) => !/__proto__|constructor|prototype/.test(JSON.stringify(value)))
    fc.assert(
      fc.property(safe, (value) => {
        expect(parseStrictJson(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
})
