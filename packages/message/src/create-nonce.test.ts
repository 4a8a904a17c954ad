import { expect, test } from 'vitest'
import { createNonce } from './create-nonce.ts'

const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))

test('createNonce returns 26 letters and digits, which differ each time', () => {
  const nonces = Array.from({ length: 1000 }, () => createNonce(random))
  for (const nonce of nonces) expect(nonce).toMatch(/^[0-9a-z]{26}$/)
  expect(new Set(nonces).size).toBe(1000)
})

test('M3: createNonce uses five bits of each random byte without bias, 130 bits in total', () => {
  const seen = new Map<string, number>()
  for (let byte = 0; byte < 256; byte += 1) {
    const nonce = createNonce((bytes) => new Uint8Array(bytes).fill(byte))
    seen.set(nonce, (seen.get(nonce) ?? 0) + 1)
  }
  expect(seen.size).toBe(32)
  expect([...seen.values()]).toEqual(Array.from({ length: 32 }, () => 8))
})

test('createNonce returns the same nonce for the same random bytes', () => {
  expect(createNonce((bytes) => Uint8Array.from({ length: bytes }, (_, index) => index))).toMatchInlineSnapshot(
    `"0123456789abcdefghjkmnpqrs"`,
  )
})

test('createNonce throws if the random source returns too few bytes', () => {
  expect(() => createNonce(() => new Uint8Array(8))).toThrow(TypeError)
})
