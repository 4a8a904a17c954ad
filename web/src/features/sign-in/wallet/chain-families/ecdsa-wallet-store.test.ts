// Tests the store of wallets that sign with ECDSA only, with working and failing storage.
import { createInMemoryWebStorage } from '@countersign/testing/in-memory-web-storage'
import { expect, test } from 'vitest'
import { createEcdsaWalletStore } from './ecdsa-wallet-store.ts'

test('stores per wallet whether it signs with ECDSA only', () => {
  const storage = createInMemoryWebStorage()
  const store = createEcdsaWalletStore(() => storage)
  store.set('bip122:Orange', true)
  store.set('bip122:Orange', true)
  store.set('bip122:Lemon', true)
  store.set('bip122:Lemon', false)
  const reloaded = createEcdsaWalletStore(() => storage)
  expect(['bip122:Orange', 'bip122:Lemon', 'bip122:Plum'].map(reloaded.has)).toEqual([true, false, false])
})

test('limits the stored wallets to the latest', () => {
  const storage = createInMemoryWebStorage()
  const store = createEcdsaWalletStore(() => storage)
  for (let number = 0; number < 100; number++) store.set(`bip122:${number}`, true)
  expect([store.has('bip122:0'), store.has('bip122:84'), store.has('bip122:99')]).toEqual([false, true, true])
})

test('the store of ECDSA wallets works without storage', () => {
  const store = createEcdsaWalletStore(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  store.set('bip122:Orange', true)
  expect(store.has('bip122:Orange')).toBe(false)
})
