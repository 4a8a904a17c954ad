import { expect, test } from 'vitest'
import type { AdminAlert } from './format-admin-alert.ts'
import { sortAlertsBySeverity } from './sort-alerts-by-severity.ts'

const until = '2026-03-02T00:00:00.000Z'
const stopped: AdminAlert = {
  kind: 'sign_ins_stopped',
  way: null,
  walletName: null,
  since: until,
  usual: 45,
  adminSignIns: 0,
  failures: 0,
  failureReason: null,
}
const expired: AdminAlert = { kind: 'key', algorithm: 'ES256', until, isOver: true }
const expiring: AdminAlert = { kind: 'key', algorithm: 'RS256', until, isOver: false }
const held: AdminAlert = { kind: 'held', count: 2 }
const chain: AdminAlert = { kind: 'chain', id: '1', name: 'Ethereum', sessions: 7 }

test('alerts about an expired key and stopped sign-ins come first, and a key that still signs after them', () => {
  expect(sortAlertsBySeverity([held, chain, stopped, expiring, expired])).toEqual([
    expired,
    stopped,
    expiring,
    chain,
    held,
  ])
})
