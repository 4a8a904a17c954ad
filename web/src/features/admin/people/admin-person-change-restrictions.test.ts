import { expect, test } from 'vitest'
import { createTestTranslator } from '../../../testing/create-test-translator.ts'
import {
  getPersonChangeRestriction,
  getPersonDeleteRestriction,
  getPersonSuspendRestriction,
} from './admin-person-change-restrictions.ts'

const t = createTestTranslator('en')
const person = { status: 'active', outranks: false, isLastOwner: false, mergeOpen: false } as const

test('N11 nobody is offered to change who may do more than they may', () => {
  for (const why of [getPersonChangeRestriction, getPersonSuspendRestriction, getPersonDeleteRestriction]) {
    expect(why(t, person, undefined)).toBeUndefined()
    expect(why(t, { ...person, outranks: true }, undefined)).toBe(t('adminPeople.reasons.outranked'))
  }
})

test('the last owner stays, and so does who can still be parted again', () => {
  const isLastOwner = { ...person, isLastOwner: true }
  expect(
    [getPersonChangeRestriction, getPersonSuspendRestriction, getPersonDeleteRestriction].map((why) =>
      why(t, isLastOwner, undefined),
    ),
  ).toEqual([undefined, t('adminPeople.reasons.isLastOwner'), t('adminPeople.reasons.isLastOwner')])
  const mergeOpen = { ...person, mergeOpen: true }
  expect(
    [getPersonChangeRestriction, getPersonSuspendRestriction, getPersonDeleteRestriction].map((why) =>
      why(t, mergeOpen, undefined),
    ),
  ).toEqual([undefined, undefined, t('adminPeople.reasons.mergeOpen')])
})

test('the first thing in the way is the one that is said', () => {
  const all = { status: 'merged', outranks: true, isLastOwner: true, mergeOpen: true } as const
  expect(getPersonDeleteRestriction(t, all, 'no role')).toBe('no role')
  expect(getPersonDeleteRestriction(t, all, undefined)).toBe(t('adminPeople.reasons.merged'))
  expect(getPersonChangeRestriction(t, { ...person, status: 'suspended' }, undefined)).toBeUndefined()
})
