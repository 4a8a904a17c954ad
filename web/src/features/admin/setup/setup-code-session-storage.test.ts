import { expect, test } from 'vitest'
import { storeSetupCode, readStoredSetupCode } from './setup-code-session-storage.ts'

function storageOf(): Storage {
  const values = new Map<string, string>()
  return {
    getItem: (name) => values.get(name) ?? null,
    setItem: (name, value) => void values.set(name, value),
    removeItem: (name) => void values.delete(name),
    clear: () => values.clear(),
    key: () => null,
    length: 0,
  }
}

test('a stored setup code can be read until it is cleared', () => {
  const storage = storageOf()
  expect(readStoredSetupCode(() => storage)).toBe('')
  storeSetupCode(() => storage, 'ab12-cd34')
  expect(readStoredSetupCode(() => storage)).toBe('ab12-cd34')
  storeSetupCode(() => storage, '')
  expect(readStoredSetupCode(() => storage)).toBe('')
})

test('storing a setup code does not throw when storage is blocked', () => {
  const refuse = (): Storage => {
    throw new DOMException('', 'SecurityError')
  }
  storeSetupCode(refuse, 'ab12-cd34')
  expect(readStoredSetupCode(refuse)).toBe('')
})
