import { expect, test } from 'vitest'
import { adminPeople } from '../../../words/en/admin-people.ts'
import { whyNotChange, whyNotDelete, whyNotSuspend } from './may-change.ts'

const { reasons } = adminPeople
const person = { status: 'active', outranks: false, lastOwner: false, mergeOpen: false } as const

test('N11 nobody is offered to change who may do more than they may', () => {
  for (const why of [whyNotChange, whyNotSuspend, whyNotDelete]) {
    expect(why(reasons, person, undefined)).toBeUndefined()
    expect(why(reasons, { ...person, outranks: true }, undefined)).toBe(reasons.outranked)
  }
})

test('the last owner stays, and so does who can still be parted again', () => {
  const lastOwner = { ...person, lastOwner: true }
  expect([whyNotChange, whyNotSuspend, whyNotDelete].map((why) => why(reasons, lastOwner, undefined))).toEqual([
    undefined,
    reasons.lastOwner,
    reasons.lastOwner,
  ])
  const mergeOpen = { ...person, mergeOpen: true }
  expect([whyNotChange, whyNotSuspend, whyNotDelete].map((why) => why(reasons, mergeOpen, undefined))).toEqual([
    undefined,
    undefined,
    reasons.mergeOpen,
  ])
})

test('the first thing in the way is the one that is said', () => {
  const all = { status: 'merged', outranks: true, lastOwner: true, mergeOpen: true } as const
  expect(whyNotDelete(reasons, all, 'no role')).toBe('no role')
  expect(whyNotDelete(reasons, all, undefined)).toBe(reasons.merged)
  expect(whyNotChange(reasons, { ...person, status: 'suspended' }, undefined)).toBeUndefined()
})
