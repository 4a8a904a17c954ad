// The hashes against the values of FIPS 180-4 and of Certificate Transparency; the two makings of SHA-256 against each other.
import { sha256 as chosen, sha256Hex as chosenHex } from '#sha256'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyRoot, equalHashes, leafHash, nodeHash } from './hash.ts'
import { sha256 as inBrowsers, sha256Hex as hexInBrowsers } from './sha256.ts'
import { hex, unhex } from './testing/trees.ts'

test('nothing, an empty entry, and a node have the hashes of Certificate Transparency', () => {
  expect(hex(emptyRoot())).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  expect(hex(leafHash(unhex('')))).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d')
  expect(hex(nodeHash(leafHash(unhex('')), leafHash(unhex('00'))))).toBe(
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  )
})

test('is the same hash in Node and in browsers, and leaves earlier answers as they were', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.uint8Array({ maxLength: 300 }), (bytes, others) => {
      const first = chosen(bytes)
      const before = hex(first)
      chosen(others)
      expect(hex(first)).toBe(before)
      expect(before).toBe(hex(inBrowsers(bytes)))
      expect(Object.getPrototypeOf(first)).toBe(Uint8Array.prototype)
    }),
  )
})

test('of a text is that of its bytes, in Node and in browsers, also where half of a character stands in it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(chosenHex(text)).toBe(hex(chosen(new TextEncoder().encode(text))))
      expect(hexInBrowsers(text)).toBe(chosenHex(text))
    }),
  )
  expect(hexInBrowsers('\ud83d')).toBe(chosenHex('\ud83d'))
})

test('an entry that looks like two hashes has not the hash of their node', () => {
  const left = leafHash(unhex('00'))
  const right = leafHash(unhex('01'))
  expect(equalHashes(leafHash(Uint8Array.of(...left, ...right)), nodeHash(left, right))).toBe(false)
  expect(equalHashes(leafHash(Uint8Array.of(0x01, ...left, ...right)), nodeHash(left, right))).toBe(false)
})

test('what is no hash has no node above it', () => {
  expect(() => nodeHash(new Uint8Array(31), new Uint8Array(33))).toThrow(RangeError)
})

test('hashes of different length are not equal', () => {
  expect(equalHashes(new Uint8Array(32), new Uint8Array(31))).toBe(false)
  expect(equalHashes(new Uint8Array(32), new Uint8Array(32))).toBe(true)
})
