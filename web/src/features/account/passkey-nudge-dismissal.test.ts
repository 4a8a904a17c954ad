import { expect, test } from 'vitest'
import { isPasskeyNudgeDismissed, dismissPasskeyNudge } from './passkey-nudge-dismissal.ts'

test('the offer is put away for one person, in one browser, for good', () => {
  const kept = new Map<string, string>()
  const open = () => ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
  dismissPasskeyNudge(open, 'alice')
  expect([isPasskeyNudgeDismissed(open, 'alice'), isPasskeyNudgeDismissed(open, 'bob')]).toEqual([true, false])
})

test('a browser that keeps nothing is not in the way', () => {
  const refuse = () => {
    throw new DOMException('', 'SecurityError')
  }
  expect(() => dismissPasskeyNudge(refuse, 'alice')).not.toThrow()
  expect(isPasskeyNudgeDismissed(refuse, 'alice')).toBe(false)
})
