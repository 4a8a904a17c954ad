import { permissionsOf } from '@countersign/api/permissions'
import { expect, test } from 'vitest'
import { adminPeople } from '../../../words/en/admin-people.ts'
import { whyNotChange } from './may-change.ts'

const { reasons } = adminPeople
const administrator = permissionsOf(['administrator'])
const owner = permissionsOf(['owner'])

test('N11 nobody is offered to change who may do more than they may', () => {
  const why = (roles: Parameters<typeof permissionsOf>[0], own = administrator) => whyNotChange(reasons, { roles: [...roles], status: 'active' }, own, undefined)
  expect(why([])).toBeUndefined()
  expect(why(['auditor'])).toBeUndefined()
  expect(why(['administrator'])).toBeUndefined()
  expect(why(['owner'])).toBe(reasons.outranked)
  expect(why(['owner'], owner)).toBeUndefined()
})

test('the first thing in the way is the one that is said', () => {
  expect(whyNotChange(reasons, { roles: ['owner'], status: 'merged' }, administrator, 'no role')).toBe('no role')
  expect(whyNotChange(reasons, { roles: [], status: 'merged' }, administrator, undefined)).toBe(reasons.merged)
  expect(whyNotChange(reasons, { roles: [], status: 'suspended' }, administrator, undefined)).toBeUndefined()
})
