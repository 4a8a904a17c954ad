// The memory of the last wallet, with storage that works and refuses.
import { createInMemoryWebStorage } from '@countersign/testing/in-memory-web-storage'
import { expect, test } from 'vitest'
import { createLastUsedWalletStore } from './last-used-wallet-store.ts'

const blocked = () => {
  throw new DOMException('blocked', 'SecurityError')
}

test('remembers what recognises it, and what it calls itself', () => {
  const storage = createInMemoryWebStorage()
  createLastUsedWalletStore(() => storage).remember({ key: 'io.fox', name: 'Fox' })
  expect(createLastUsedWalletStore(() => storage).read()).toEqual({ key: 'io.fox', name: 'Fox' })
  createLastUsedWalletStore(() => storage).remember({ key: 'injected:', name: null })
  expect(createLastUsedWalletStore(() => storage).read()).toEqual({ key: 'injected:', name: null })
})

test('reads what a release before kept, which was no name', () => {
  const storage = createInMemoryWebStorage()
  storage.setItem('countersign.recent-wallet', 'io.fox')
  expect(createLastUsedWalletStore(() => storage).read()).toEqual({ key: 'io.fox', name: null })
})

test('does without storage', () => {
  const recent = createLastUsedWalletStore(blocked)
  recent.remember({ key: 'io.fox', name: 'Fox' })
  expect(recent.read()).toBeNull()
})
