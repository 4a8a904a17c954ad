import { expect, test } from 'vitest'
import { decodeBase64url, encodeBase64url } from './base64url-encoding.ts'

test('encodes base64url as in RFC 4648 §5, without padding', () => {
  expect(encodeBase64url(new Uint8Array([0xfb, 0xff, 0xfe]).buffer)).toBe('-__-')
  expect(encodeBase64url(new TextEncoder().encode('fo').buffer)).toBe('Zm8')
  expect(encodeBase64url(new ArrayBuffer(0))).toBe('')
})

test('decodes its own base64url output for various lengths and bytes', () => {
  for (const length of [0, 1, 2, 3, 4, 255, 256]) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 7 + length) % 256)
    expect(decodeBase64url(encodeBase64url(bytes.buffer))).toEqual(bytes)
  }
})

test('rejects invalid base64url', () => {
  expect(() => decodeBase64url('a b*')).toThrow('Invalid character')
})
