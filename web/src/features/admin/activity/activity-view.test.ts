import { expect, test } from 'vitest'
import { readView } from '../workbench/use-address.ts'
import {
  activityForms,
  addressOfNamed,
  addressOfView,
  beginOf,
  dayOf,
  endOf,
  lastDayOf,
  namedViews,
  nameOfView,
  readSearch,
  searchOf,
} from './activity-view.ts'
import type { NamedView } from './activity-view.ts'

test('every named view can be read back from its own address', () => {
  for (const name of Object.keys(namedViews) as NamedView[]) {
    const { search } = new URL(addressOfView(namedViews[name]), 'https://id.example')
    expect(readView(search, activityForms)).toEqual(namedViews[name])
    expect(nameOfView(readView(search, activityForms))).toBe(name)
  }
  expect(nameOfView({ outcome: 'refused', type: 'token.reused' })).toBeNull()
})

test('another named view is of the same place, whatever was looked at before', () => {
  const view = { network: '203.0.113.0/24', outcome: 'refused' } as const
  expect(nameOfView(view)).toBe('refused')
  expect(addressOfNamed(view, 'all')).toBe(addressOfView({ network: view.network }))
  expect(addressOfNamed(view, 'signIns')).toBe(addressOfView({ ...namedViews.signIns, network: view.network }))
})

test('a day becomes the moments around it, and those the day again', () => {
  expect([beginOf('2026-02-28'), endOf('2026-02-28')]).toEqual(['2026-02-28T00:00:00.000Z', '2026-03-01T00:00:00.000Z'])
  expect([dayOf(beginOf('2026-02-28')), lastDayOf(endOf('2026-02-28'))]).toEqual(['2026-02-28', '2026-02-28'])
  expect([beginOf(''), endOf(''), dayOf(undefined), lastDayOf('2026-99-99T00:00:00Z')]).toEqual(['', '', '', ''])
})

test('what is searched for is told apart by its form', () => {
  const none = { address: '', person: '', network: '', reason: '' }
  const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  expect(readSearch(address)).toEqual({ ...none, address })
  const person = '01k2m3n4p5q6r7s8t9v0w1x2y3'
  expect(readSearch(person)).toEqual({ ...none, person })
  for (const reason of ['person suspended', 'unknown', 'message.domain_mismatch'])
    expect(readSearch(reason)).toEqual({ ...none, reason })
})

test('a network is found by itself, by an address in it, and by how it begins', () => {
  for (const text of ['203.0.113.0/24', '203.0.113.9', '203.0.113.', '203.0.113'])
    expect(readSearch(text)).toEqual({ address: '', person: '', network: '203.0.113.0/24', reason: '' })
  expect(readSearch('2001:db8:1:2::/64').network).toBe('2001:db8:1:2::/64')
  expect(readSearch('203.0').network).toBe('')
  expect(searchOf({ network: '203.0.113.0/24', type: 'session.started' })).toBe('203.0.113.0/24')
})
