import { base58 } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeBase58, encodeBase58, isBase58 } from './base58.ts'

const bytes = fc.oneof(
  fc.uint8Array({ minLength: 32, maxLength: 32 }),
  fc.uint8Array({ minLength: 64, maxLength: 64 }),
  // Leading zeros are digits of their own.
  fc
    .tuple(fc.nat(32), fc.uint8Array({ minLength: 32, maxLength: 32 }))
    .map(([zeros, rest]) => new Uint8Array([...new Uint8Array(zeros), ...rest.subarray(zeros)])),
)

describe('base58', () => {
  test('is read and written as another library does', () => {
    fc.assert(
      fc.property(bytes, (value) => {
        const text = base58.encode(value)
        expect(encodeBase58(value)).toBe(text)
        expect(decodeBase58(text, value.length)).toEqual(value)
      }),
      { numRuns: 2000 },
    )
  })

  test('the largest number of 32 bytes is read, and the one after it is not', () => {
    const largest = new Uint8Array(32).fill(255)
    expect(decodeBase58(base58.encode(largest), 32)).toEqual(largest)
    const after = base58.encode(new Uint8Array([1, ...new Uint8Array(32)]))
    expect(after).toHaveLength(45 - 1)
    expect(decodeBase58(after, 32)).toBeNull()
  })

  test('M15 other numbers of bytes, and other ways of writing the same, are refused', () => {
    const value = new Uint8Array(32).fill(7)
    const text = encodeBase58(value)
    for (const other of [text + '1', '1' + text, text.slice(1), text.slice(0, -1), ` ${text}`, '', '1'.repeat(33)])
      expect(decodeBase58(other, 32)).toBeNull()
    expect(decodeBase58('1'.repeat(32), 32)).toEqual(new Uint8Array(32))
    expect(decodeBase58('1'.repeat(31) + '2', 32)?.at(-1)).toBe(1)
  })

  test('S15 what looks like another character is none', () => {
    const text = encodeBase58(new Uint8Array(32).fill(9))
    for (const other of ['0', 'O', 'I', 'l', '+', '/', '\u0430', '\u{1d7d8}']) {
      expect(isBase58(Math.min(other.charCodeAt(0), 255))).toBe(false)
      expect(decodeBase58(other + text.slice(other.length), 32)).toBeNull()
    }
  })
})
