import { expect, test } from 'vitest'
import { createTestTranslator } from '../../../testing/create-test-translator.ts'
import {
  getPersonChangeRestriction,
  getPersonDeleteRestriction,
  getPersonSuspendRestriction,
} from './admin-person-change-restrictions.ts'

const t = createTestTranslator('en')
const person = { status: 'active', outranks: false, isLastOwner: false, mergeOpen: false } as const

test('N11: a person with more permissions than the caller cannot be changed', () => {
  for (const why of [getPersonChangeRestriction, getPersonSuspendRestriction, getPersonDeleteRestriction]) {
    expect(why(t, person, undefined)).toBeUndefined()
    expect(why(t, { ...person, outranks: true }, undefined)).toBe(t('adminPeople.reasons.outranked'))
  }
})

test('the last owner cannot be suspended or deleted, and a person with an open merge cannot be deleted', () => {
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

test('shows only the first restriction that applies to a person', () => {
  const all = { status: 'merged', outranks: true, isLastOwner: true, mergeOpen: true } as const
  expect(getPersonDeleteRestriction(t, all, 'no role')).toBe('no role')
  expect(getPersonDeleteRestriction(t, all, undefined)).toBe(t('adminPeople.reasons.merged'))
  expect(getPersonChangeRestriction(t, { ...person, status: 'suspended' }, undefined)).toBeUndefined()
})
