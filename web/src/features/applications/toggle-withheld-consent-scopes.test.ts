import type { ApiConsentItem, ConsentableScope } from '@countersign/api/api-endpoints'
import { expect, test } from 'vitest'
import { getInitialWithheldScopes, isScopeRequired, toggleWithheldScope } from './toggle-withheld-consent-scopes.ts'

const item = (scope: ConsentableScope, given: Partial<ApiConsentItem> = {}): ApiConsentItem => ({
  scope,
  required: false,
  withheld: false,
  sameElsewhere: false,
  ...given,
})
const items = [item('openid', { required: true }), item('profile'), item('wallet'), item('proof')]

test('all consent items are selected initially, except those withheld last time', () => {
  expect(getInitialWithheldScopes(items)).toEqual([])
  expect(getInitialWithheldScopes([item('profile', { withheld: true }), item('wallet')])).toEqual(['profile'])
  expect(getInitialWithheldScopes([item('openid', { required: true, withheld: true })])).toEqual([])
})

test('withholding the wallet address withholds the proof, and sharing the proof shares the address', () => {
  expect(toggleWithheldScope(items, [], 'wallet')).toEqual(['wallet', 'proof'])
  expect(toggleWithheldScope(items, ['wallet', 'proof'], 'proof')).toEqual([])
  expect(toggleWithheldScope(items, ['wallet', 'proof'], 'wallet')).toEqual(['proof'])
  expect(toggleWithheldScope(items, [], 'proof')).toEqual(['proof'])
  expect(getInitialWithheldScopes([item('wallet', { withheld: true }), item('proof')])).toEqual(['wallet', 'proof'])
})

test('withholding the wallet address withholds no proof that was not requested', () => {
  expect(toggleWithheldScope([item('wallet')], [], 'wallet')).toEqual(['wallet'])
})

test('required consent items cannot be withheld, and neither can the address in a required proof', () => {
  expect(toggleWithheldScope(items, [], 'openid')).toEqual([])
  const strict = [item('wallet'), item('proof', { required: true })]
  expect([isScopeRequired(strict, 'wallet'), toggleWithheldScope(strict, [], 'wallet')]).toEqual([true, []])
})
