import { expect, test } from 'vitest'
import { isAutomaticPasskeyAllowed, saveAutomaticPasskeyChoice } from './automatic-passkey-choice.ts'

test('P20: automatic passkeys are off until the person allows them, and only for that person', () => {
  const kept = new Map<string, string>()
  const open = () => ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
  const allowed = () => [isAutomaticPasskeyAllowed(open, 'alice'), isAutomaticPasskeyAllowed(open, 'bob')]
  expect(allowed()).toEqual([false, false])
  saveAutomaticPasskeyChoice(open, 'alice', true)
  expect(allowed()).toEqual([true, false])
  saveAutomaticPasskeyChoice(open, 'alice', false)
  expect(allowed()).toEqual([false, false])
})

test('P20: automatic passkeys stay off when storage is blocked', () => {
  const refuse = () => {
    throw new DOMException('', 'SecurityError')
  }
  expect(() => saveAutomaticPasskeyChoice(refuse, 'alice', true)).not.toThrow()
  expect(isAutomaticPasskeyAllowed(refuse, 'alice')).toBe(false)
})
