import { expect, test } from 'vitest'
import { readView } from '../use-address.ts'
import {
  activityForms,
  addressOfView,
  beginOf,
  dayOf,
  endOf,
  lastDayOf,
  namedViews,
  nameOfView,
  readSearch,
} from './activity-view.ts'
import type { NamedView } from './activity-view.ts'

test('every named view can be read back from its own address', () => {
  for (const name of Object.keys(namedViews) as NamedView[]) {
    const { search } = new URL(addressOfView(namedViews[name]), 'https://id.example')
    expect(readView(search, activityForms)).toEqual(namedViews[name])
    expect(nameOfView(readView(search, activityForms))).toBe(name)
  }
  expect(nameOfView({ outcome: 'refused', reason: 'expired' })).toBeNull()
})

test('a day becomes the moments around it, and those the day again', () => {
  expect([beginOf('2026-02-28'), endOf('2026-02-28')]).toEqual(['2026-02-28T00:00:00.000Z', '2026-03-01T00:00:00.000Z'])
  expect([dayOf(beginOf('2026-02-28')), lastDayOf(endOf('2026-02-28'))]).toEqual(['2026-02-28', '2026-02-28'])
  expect([beginOf(''), endOf(''), dayOf(undefined), lastDayOf('2026-99-99T00:00:00Z')]).toEqual(['', '', '', ''])
})

test('what is searched for is told apart by its form', () => {
  const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  expect(readSearch(address)).toEqual({ address, person: '', reason: '' })
  expect(readSearch('01k2m3n4p5q6r7s8t9v0w1x2y3')).toEqual({
    address: '',
    person: '01k2m3n4p5q6r7s8t9v0w1x2y3',
    reason: '',
  })
  expect(readSearch('person suspended')).toEqual({ address: '', person: '', reason: 'person suspended' })
})
