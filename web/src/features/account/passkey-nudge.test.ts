import { expect, test } from 'vitest'
import { isPutAway, putAway } from './passkey-nudge.ts'

test('the offer is put away for one person, in one browser, for good', () => {
  const kept = new Map<string, string>()
  const open = () => ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
  putAway(open, 'alice')
  expect([isPutAway(open, 'alice'), isPutAway(open, 'bob')]).toEqual([true, false])
})

test('a browser that keeps nothing is not in the way', () => {
  const refuse = () => {
    throw new DOMException('', 'SecurityError')
  }
  expect(() => putAway(refuse, 'alice')).not.toThrow()
  expect(isPutAway(refuse, 'alice')).toBe(false)
})
