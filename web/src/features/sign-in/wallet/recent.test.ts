// The memory of the last wallet, with storage that works and refuses.
import { createMemoryStorage } from '@countersign/testing/memory-storage'
import { expect, test } from 'vitest'
import { createRecentWallet } from './recent.ts'

const blocked = () => {
  throw new DOMException('blocked', 'SecurityError')
}

test('remembers what recognises it, and what it calls itself', () => {
  const storage = createMemoryStorage()
  createRecentWallet(() => storage).remember({ key: 'io.fox', name: 'Fox' })
  expect(createRecentWallet(() => storage).read()).toEqual({ key: 'io.fox', name: 'Fox' })
  createRecentWallet(() => storage).remember({ key: 'injected:', name: null })
  expect(createRecentWallet(() => storage).read()).toEqual({ key: 'injected:', name: null })
})

test('reads what a release before kept, which was no name', () => {
  const storage = createMemoryStorage()
  storage.setItem('countersign.recent-wallet', 'io.fox')
  expect(createRecentWallet(() => storage).read()).toEqual({ key: 'io.fox', name: null })
})

test('does without storage', () => {
  const recent = createRecentWallet(blocked)
  recent.remember({ key: 'io.fox', name: 'Fox' })
  expect(recent.read()).toBeNull()
})
