// Tests the Merkle hashes of both implementations with values from FIPS 180-4 and Certificate
// Transparency.
import { sha256 as chosen, sha256Hex as chosenHex } from '#sha256'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeEmptyMerkleRoot, isEqualHash, hashMerkleLeaf, hashMerkleNodes } from './merkle-hash.ts'
import { sha256 as inBrowsers, sha256Hex as hexInBrowsers } from './sha256.ts'
import { encodeHex, decodeHex } from './testing/merkle-test-trees.ts'

test('the hashes of the empty tree, an empty entry and a node match Certificate Transparency', () => {
  expect(encodeHex(computeEmptyMerkleRoot())).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  expect(encodeHex(hashMerkleLeaf(decodeHex('')))).toBe(
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  )
  expect(encodeHex(hashMerkleNodes(hashMerkleLeaf(decodeHex('')), hashMerkleLeaf(decodeHex('00'))))).toBe(
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  )
})

test('sha256 agrees in Node and browsers, and does not overwrite an earlier result', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.uint8Array({ maxLength: 300 }), (bytes, others) => {
      const first = chosen(bytes)
      const before = encodeHex(first)
      chosen(others)
      expect(encodeHex(first)).toBe(before)
      expect(before).toBe(encodeHex(inBrowsers(bytes)))
      expect(Object.getPrototypeOf(first)).toBe(Uint8Array.prototype)
    }),
  )
})

test('sha256Hex hashes text as UTF-8 in Node and browsers, including unpaired surrogates', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(chosenHex(text)).toBe(encodeHex(chosen(new TextEncoder().encode(text))))
      expect(hexInBrowsers(text)).toBe(chosenHex(text))
    }),
  )
  expect(hexInBrowsers('\ud83d')).toBe(chosenHex('\ud83d'))
})

test('an entry that consists of two hashes has a different hash than their parent node', () => {
  const left = hashMerkleLeaf(decodeHex('00'))
  const right = hashMerkleLeaf(decodeHex('01'))
  expect(isEqualHash(hashMerkleLeaf(Uint8Array.of(...left, ...right)), hashMerkleNodes(left, right))).toBe(false)
  expect(isEqualHash(hashMerkleLeaf(Uint8Array.of(0x01, ...left, ...right)), hashMerkleNodes(left, right))).toBe(false)
})

test('hashMerkleNodes refuses hashes of the wrong length', () => {
  expect(() => hashMerkleNodes(new Uint8Array(31), new Uint8Array(33))).toThrow(RangeError)
})

test('isEqualHash is false for hashes of different lengths', () => {
  expect(isEqualHash(new Uint8Array(32), new Uint8Array(31))).toBe(false)
  expect(isEqualHash(new Uint8Array(32), new Uint8Array(32))).toBe(true)
})
