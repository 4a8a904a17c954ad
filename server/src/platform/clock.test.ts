import { expect, test } from 'vitest'
import { systemRandomBytes } from './clock.ts'

test('random bytes have the requested length, never repeat and are never all zeros', () => {
  const seen = new Set<string>()
  for (let round = 0; round < 2000; round++) {
    const bytes = systemRandomBytes(16 + (round % 31))
    expect(bytes.length).toBe(16 + (round % 31))
    seen.add(Buffer.from(bytes.subarray(0, 16)).toString('hex'))
  }
  expect(seen.size).toBe(2000)
  expect(seen.has('0'.repeat(32))).toBe(false)
  expect(systemRandomBytes(10_000).length).toBe(10_000)
  expect(systemRandomBytes(0).length).toBe(0)
})

test('random bytes that were returned are not modified by later calls', () => {
  const given = systemRandomBytes(32)
  const before = Buffer.from(given).toString('hex')
  for (let round = 0; round < 500; round++) systemRandomBytes(32)
  expect(Buffer.from(given).toString('hex')).toBe(before)
})
