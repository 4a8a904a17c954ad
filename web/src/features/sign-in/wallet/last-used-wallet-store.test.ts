// Tests the store of the last used wallet, with working and failing storage.
import { createInMemoryWebStorage } from '@countersign/testing/in-memory-web-storage'
import { expect, test } from 'vitest'
import { createLastUsedWalletStore } from './last-used-wallet-store.ts'

const blocked = () => {
  throw new DOMException('blocked', 'SecurityError')
}

test('stores the key and the name of the last used wallet', () => {
  const storage = createInMemoryWebStorage()
  createLastUsedWalletStore(() => storage).remember({ key: 'io.fox', name: 'Fox' })
  expect(createLastUsedWalletStore(() => storage).read()).toEqual({ key: 'io.fox', name: 'Fox' })
  createLastUsedWalletStore(() => storage).remember({ key: 'injected:', name: null })
  expect(createLastUsedWalletStore(() => storage).read()).toEqual({ key: 'injected:', name: null })
})

test('reads the last used wallet stored by an earlier release without a name', () => {
  const storage = createInMemoryWebStorage()
  storage.setItem('countersign.recent-wallet', 'io.fox')
  expect(createLastUsedWalletStore(() => storage).read()).toEqual({ key: 'io.fox', name: null })
})

test('the last used wallet store works without storage', () => {
  const recent = createLastUsedWalletStore(blocked)
  recent.remember({ key: 'io.fox', name: 'Fox' })
  expect(recent.read()).toBeNull()
})
