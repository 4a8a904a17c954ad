// The memory of the last wallet, with storage that works, refuses and lies.
import { expect, test } from 'vitest'
import type { FoundWallet } from './discover.ts'
import { createRecentWallet, putRecentFirst } from './recent.ts'

const wallet = (id: string, key: string): FoundWallet => ({
  id,
  key,
  name: id,
  rdns: key,
  icon: null,
  distinction: null,
  provider: { request: async () => null },
})

function createStorage(): Storage {
  const items = new Map<string, string>()
  return {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
  } as unknown as Storage
}

const blocked = () => {
  throw new DOMException('blocked', 'SecurityError')
}

test('remembers', () => {
  const storage = createStorage()
  createRecentWallet(() => storage).remember('io.fox')
  expect(createRecentWallet(() => storage).read()).toBe('io.fox')
})

test('does without storage', () => {
  const recent = createRecentWallet(blocked)
  recent.remember('io.fox')
  expect(recent.read()).toBeNull()
})

test('puts the last one first and marks it', () => {
  const [fox, owl] = [wallet('fox', 'io.fox'), wallet('owl', 'io.owl')]
  expect(putRecentFirst([fox, owl], 'io.owl')).toEqual({ ordered: [owl, fox], recentId: 'owl' })
  expect(putRecentFirst([fox, owl], 'io.gone')).toEqual({ ordered: [fox, owl], recentId: null })
  expect(putRecentFirst([fox, owl], null)).toEqual({ ordered: [fox, owl], recentId: null })
})

test('marks neither of two wallets that claim the same name', () => {
  const [fox, impostor] = [wallet('fox', 'io.fox'), wallet('impostor', 'io.fox')]
  expect(putRecentFirst([impostor, fox], 'io.fox')).toEqual({ ordered: [impostor, fox], recentId: null })
})
