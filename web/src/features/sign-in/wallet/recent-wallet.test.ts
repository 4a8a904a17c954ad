// The memory of the last wallet, with storage that works and refuses.
import { createInMemoryStorage } from '@countersign/testing/in-memory-storage'
import { expect, test } from 'vitest'
import { createRecentWalletStore } from './recent-wallet.ts'

const blocked = () => {
  throw new DOMException('blocked', 'SecurityError')
}

test('remembers what recognises it, and what it calls itself', () => {
  const storage = createInMemoryStorage()
  createRecentWalletStore(() => storage).remember({ key: 'io.fox', name: 'Fox' })
  expect(createRecentWalletStore(() => storage).read()).toEqual({ key: 'io.fox', name: 'Fox' })
  createRecentWalletStore(() => storage).remember({ key: 'injected:', name: null })
  expect(createRecentWalletStore(() => storage).read()).toEqual({ key: 'injected:', name: null })
})

test('reads what a release before kept, which was no name', () => {
  const storage = createInMemoryStorage()
  storage.setItem('countersign.recent-wallet', 'io.fox')
  expect(createRecentWalletStore(() => storage).read()).toEqual({ key: 'io.fox', name: null })
})

test('does without storage', () => {
  const recent = createRecentWalletStore(blocked)
  recent.remember({ key: 'io.fox', name: 'Fox' })
  expect(recent.read()).toBeNull()
})
