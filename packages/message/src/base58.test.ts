import { base58 } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeBase58, encodeBase58, isBase58Digit } from './base58.ts'

const bytes = fc.oneof(
  fc.uint8Array({ minLength: 32, maxLength: 32 }),
  fc.uint8Array({ minLength: 64, maxLength: 64 }),
  // Leading zeros are generated separately, because each is encoded as its own digit.
  fc
    .tuple(fc.nat(32), fc.uint8Array({ minLength: 32, maxLength: 32 }))
    .map(([zeros, rest]) => new Uint8Array([...new Uint8Array(zeros), ...rest.subarray(zeros)])),
)

describe('base58', () => {
  test('encodes and decodes like @scure/base', () => {
    fc.assert(
      fc.property(bytes, (value) => {
        const text = base58.encode(value)
        expect(encodeBase58(value)).toBe(text)
        expect(decodeBase58(text, value.length)).toEqual(value)
      }),
      { numRuns: 2000 },
    )
  })

  test('decodes the largest 32-byte number and refuses the next larger one', () => {
    const largest = new Uint8Array(32).fill(255)
    expect(decodeBase58(base58.encode(largest), 32)).toEqual(largest)
    const after = base58.encode(new Uint8Array([1, ...new Uint8Array(32)]))
    expect(after).toHaveLength(45 - 1)
    expect(decodeBase58(after, 32)).toBeNull()
  })

  test('M15: refuses other lengths and alternative encodings of the same bytes', () => {
    const value = new Uint8Array(32).fill(7)
    const text = encodeBase58(value)
    for (const other of [text + '1', '1' + text, text.slice(1), text.slice(0, -1), ` ${text}`, '', '1'.repeat(33)])
      expect(decodeBase58(other, 32)).toBeNull()
    expect(decodeBase58('1'.repeat(32), 32)).toEqual(new Uint8Array(32))
    expect(decodeBase58('1'.repeat(31) + '2', 32)?.at(-1)).toBe(1)
  })

  test('S15: refuses look-alike characters', () => {
    const text = encodeBase58(new Uint8Array(32).fill(9))
    for (const other of ['0', 'O', 'I', 'l', '+', '/', '\u0430', '\u{1d7d8}']) {
      expect(isBase58Digit(Math.min(other.charCodeAt(0), 255))).toBe(false)
      expect(decodeBase58(other + text.slice(other.length), 32)).toBeNull()
    }
  })
})

test('S15 S16: base58 decoding agrees with @scure/base for all address and signature sizes', () => {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  const digits = fc.string({ unit: fc.constantFrom(...alphabet), minLength: 20, maxLength: 92 })
  // The lengths are near the expected one, so that about half of the texts are valid. Any number of
  // leading zeros can occur.
  const near = fc
    .tuple(
      fc.constantFrom(25, 32, 64),
      fc.nat(64),
      fc.uint8Array({ minLength: 66, maxLength: 66 }),
      fc.integer({ min: -1, max: 1 }),
    )
    .map(([size, zeros, raw, more]) =>
      base58.encode(raw.slice(0, size + more).fill(0, 0, Math.min(zeros, size + more))),
    )
  const damaged = fc
    .tuple(near, fc.nat(), fc.constantFrom(...'1z0OIl', '\u0142', '\ud835\udfd8'))
    .map(([text, at, put]) => text.slice(0, at % text.length) + put + text.slice((at % text.length) + 1))
  const readThere = (text: string): Uint8Array | null => {
    try {
      return base58.decode(text)
    } catch {
      return null
    }
  }
  const seen = { read: 0, refused: 0 }
  fc.assert(
    fc.property(fc.oneof(digits, near, damaged), (text) => {
      const theirs = readThere(text)
      for (const size of [25, 32, 64]) {
        const ours = decodeBase58(text, size)
        expect(ours).toEqual(theirs?.length === size ? theirs : null)
        seen[ours === null ? 'refused' : 'read'] += 1
      }
    }),
    { numRuns: 3000 },
  )
  expect(seen.read).toBeGreaterThan(300)
  expect(seen.refused).toBeGreaterThan(300)
})
