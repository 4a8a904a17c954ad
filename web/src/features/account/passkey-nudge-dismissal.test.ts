import { expect, test } from 'vitest'
import { isPasskeyNudgeDismissed, dismissPasskeyNudge } from './passkey-nudge-dismissal.ts'

test('a dismissed passkey nudge stays dismissed, but only for that person', () => {
  const kept = new Map<string, string>()
  const open = () => ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
  dismissPasskeyNudge(open, 'alice')
  expect([isPasskeyNudgeDismissed(open, 'alice'), isPasskeyNudgeDismissed(open, 'bob')]).toEqual([true, false])
})

test('dismissing the passkey nudge does not throw when storage is blocked', () => {
  const refuse = () => {
    throw new DOMException('', 'SecurityError')
  }
  expect(() => dismissPasskeyNudge(refuse, 'alice')).not.toThrow()
  expect(isPasskeyNudgeDismissed(refuse, 'alice')).toBe(false)
})
