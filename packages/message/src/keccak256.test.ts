import { keccak256 as chosen } from '#keccak256'
import fc from 'fast-check'
import { keccak_256 as reference } from '@noble/hashes/sha3.js'
import { expect, test } from 'vitest'
import { keccak256 as inBrowsers } from './keccak256.ts'

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

test('keccak256 of empty input has the same hash as in Ethereum', () => {
  expect(hex(chosen(new Uint8Array()))).toBe('c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470')
})

test('keccak256 agrees in Node and browsers for lengths around every block boundary', () => {
  for (const length of [0, 1, 7, 8, 39, 40, 134, 135, 136, 137, 271, 272, 273, 1000]) {
    const bytes = Uint8Array.from({ length }, (_, index) => index * 7 + length)
    expect(hex(chosen(bytes))).toBe(hex(reference(bytes)))
    expect(hex(inBrowsers(bytes))).toBe(hex(reference(bytes)))
  }
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 700 }), (bytes) => {
      expect(hex(chosen(bytes))).toBe(hex(reference(bytes)))
      expect(hex(inBrowsers(bytes))).toBe(hex(reference(bytes)))
    }),
  )
})

test('keccak256 does not overwrite an earlier result', () => {
  const first = chosen(new Uint8Array(3))
  const before = hex(first)
  chosen(new Uint8Array(5))
  expect(hex(first)).toBe(before)
})
