// Tests stored pending approvals, including malformed entries and unavailable storage.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { WalletMessageToSign } from '../wallet/wallet-proof-phases.ts'
import {
  deletePendingOwnerApproval,
  readPendingOwnerApproval,
  storePendingOwnerApproval,
} from './awaited-contract-signature-storage.ts'

const now = Date.parse('2026-01-01T00:00:00.000Z')
const hour = 3_600_000
const id = '0123456789abcdefghijklmnop'
const connected = {
  wallet: { id: 'w1', name: 'Fox' },
  address: '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1',
  chainId: '10',
  contract: { owners: { needed: 2, count: 3 } },
}
const message = {
  domain: 'site.example',
  uri: 'https://site.example',
  version: '1',
  nonce: 'secretnonce1',
  issuedAt: '',
  address: connected.address,
  chainId: '10',
} as const
const draft = (challengeId = id, expiresAt = now + hour): WalletMessageToSign => ({
  ...connected,
  message,
  text: 'the text',
  expiresAt,
  challengeId,
  chainName: 'OP Mainnet',
})

let stored: Record<string, string>

beforeEach(() => {
  stored = {}
  const storage = Object.create({
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, value: string) => (stored[key] = value),
    removeItem: (key: string) => delete stored[key],
  }) as object
  vi.stubGlobal(
    'localStorage',
    new Proxy(storage, {
      ownKeys: () => Object.keys(stored),
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    }),
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('stores a pending owner approval with the wallet key, without the message or nonce', () => {
  storePendingOwnerApproval(draft(), 'test.fox', now)
  expect(readPendingOwnerApproval(id, now + hour - 1)).toEqual({
    connected: { ...connected, wallet: { id: 'test.fox', name: 'Fox' } },
    expiresAt: now + hour,
  })
  expect(JSON.stringify(stored)).not.toMatch(/secretnonce1|the text/)
})

test('ignores an expired pending approval and deletes it when the next one is stored', () => {
  storePendingOwnerApproval(draft(), 'test.fox', now)
  expect(readPendingOwnerApproval(id, now + hour)).toBeNull()
  storePendingOwnerApproval(draft('z'.repeat(26), now + 3 * hour), 'test.fox', now + 2 * hour)
  expect(Object.keys(stored)).toEqual([`countersign.awaited.${'z'.repeat(26)}`])
})

test('stores concurrent pending approvals independently and can delete one', () => {
  const other = 'y'.repeat(26)
  storePendingOwnerApproval(draft(), 'test.fox', now)
  storePendingOwnerApproval(draft(other), 'test.rabbit', now)
  deletePendingOwnerApproval(id)
  expect([readPendingOwnerApproval(id, now), readPendingOwnerApproval(other, now)?.connected.wallet.id]).toEqual([
    null,
    'test.rabbit',
  ])
})

test.each([
  '',
  'null',
  '[]',
  '{}',
  '{"expiresAt":"later"}',
  `{"expiresAt":${now + hour}}`,
  `{"expiresAt":${now + hour},"connected":{"address":"0x"}}`,
  '{',
])('ignores a malformed pending approval in storage: %s', (text) => {
  stored[`countersign.awaited.${id}`] = text
  expect(readPendingOwnerApproval(id, now)).toBeNull()
})

test('handling pending approvals does not throw when storage is unavailable', () => {
  vi.stubGlobal('localStorage', undefined)
  expect(() => storePendingOwnerApproval(draft(), 'test.fox', now)).not.toThrow()
  expect(readPendingOwnerApproval(id, now)).toBeNull()
  expect(() => deletePendingOwnerApproval(id)).not.toThrow()
})
