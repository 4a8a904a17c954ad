import { expect, test } from 'vitest'
import { parseAdminUrlQueryParameters } from '../master-detail/admin-url-state.ts'
import {
  auditLogFilterPatterns,
  buildAuditLogFilterPresetUrl,
  buildAuditLogUrl,
  getStartOfUtcDay,
  toUtcDay,
  getEndOfUtcDay,
  toLastIncludedUtcDay,
  auditLogFilterPresets,
  findAuditLogFilterPresetName,
  parseAuditLogSearchFieldText,
  formatAuditLogSearchFieldText,
} from './audit-log-url-filter.ts'
import type { AuditLogFilterPresetName } from './audit-log-url-filter.ts'

test('every audit log preset can be parsed back from its URL', () => {
  for (const name of Object.keys(auditLogFilterPresets) as AuditLogFilterPresetName[]) {
    const { search } = new URL(buildAuditLogUrl(auditLogFilterPresets[name]), 'https://id.example')
    expect(parseAdminUrlQueryParameters(search, auditLogFilterPatterns)).toEqual(auditLogFilterPresets[name])
    expect(findAuditLogFilterPresetName(parseAdminUrlQueryParameters(search, auditLogFilterPatterns))).toBe(name)
  }
  expect(findAuditLogFilterPresetName({ outcome: 'refused', type: 'token.reuse_detected' })).toBeNull()
})

test('switching presets keeps the network filter', () => {
  const view = { network: '203.0.113.0/24', outcome: 'refused' } as const
  expect(findAuditLogFilterPresetName(view)).toBe('refused')
  expect(buildAuditLogFilterPresetUrl(view, 'all')).toBe(buildAuditLogUrl({ network: view.network }))
  expect(buildAuditLogFilterPresetUrl(view, 'signIns')).toBe(
    buildAuditLogUrl({ ...auditLogFilterPresets.signIns, network: view.network }),
  )
})

test('converts a UTC day to its start and end timestamps and back', () => {
  expect([getStartOfUtcDay('2026-02-28'), getEndOfUtcDay('2026-02-28')]).toEqual([
    '2026-02-28T00:00:00.000Z',
    '2026-03-01T00:00:00.000Z',
  ])
  expect([toUtcDay(getStartOfUtcDay('2026-02-28')), toLastIncludedUtcDay(getEndOfUtcDay('2026-02-28'))]).toEqual([
    '2026-02-28',
    '2026-02-28',
  ])
  expect([
    getStartOfUtcDay(''),
    getEndOfUtcDay(''),
    toUtcDay(undefined),
    toLastIncludedUtcDay('2026-99-99T00:00:00Z'),
  ]).toEqual(['', '', '', ''])
})

test('recognizes an address, a person ID or a reason in the search field by its format', () => {
  const none = { address: '', person: '', network: '', reason: '' }
  const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  expect(parseAuditLogSearchFieldText(address)).toEqual({ ...none, address })
  const person = '01k2m3n4p5q6r7s8t9v0w1x2y3'
  expect(parseAuditLogSearchFieldText(person)).toEqual({ ...none, person })
  for (const reason of ['person suspended', 'unknown', 'message.domain_mismatch'])
    expect(parseAuditLogSearchFieldText(reason)).toEqual({ ...none, reason })
})

test('recognizes a network by its CIDR form, an IP address in it, or its prefix', () => {
  for (const text of ['203.0.113.0/24', '203.0.113.9', '203.0.113.', '203.0.113'])
    expect(parseAuditLogSearchFieldText(text)).toEqual({
      address: '',
      person: '',
      network: '203.0.113.0/24',
      reason: '',
    })
  expect(parseAuditLogSearchFieldText('2001:db8:1:2::/64').network).toBe('2001:db8:1:2::/64')
  expect(parseAuditLogSearchFieldText('203.0').network).toBe('')
  expect(formatAuditLogSearchFieldText({ network: '203.0.113.0/24', type: 'session.started' })).toBe('203.0.113.0/24')
})
