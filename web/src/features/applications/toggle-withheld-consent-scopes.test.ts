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

test('everything is ticked at first, but for what was withheld the last time', () => {
  expect(getInitialWithheldScopes(items)).toEqual([])
  expect(getInitialWithheldScopes([item('profile', { withheld: true }), item('wallet')])).toEqual(['profile'])
  expect(getInitialWithheldScopes([item('openid', { required: true, withheld: true })])).toEqual([])
})

test('without the address there is no proof either, and with the proof there is the address', () => {
  expect(toggleWithheldScope(items, [], 'wallet')).toEqual(['wallet', 'proof'])
  expect(toggleWithheldScope(items, ['wallet', 'proof'], 'proof')).toEqual([])
  expect(toggleWithheldScope(items, ['wallet', 'proof'], 'wallet')).toEqual(['proof'])
  expect(toggleWithheldScope(items, [], 'proof')).toEqual(['proof'])
  expect(getInitialWithheldScopes([item('wallet', { withheld: true }), item('proof')])).toEqual(['wallet', 'proof'])
})

test('where no proof is asked for, none is withheld', () => {
  expect(toggleWithheldScope([item('wallet')], [], 'wallet')).toEqual(['wallet'])
})

test('what is needed cannot be withheld, nor what the needed proof contains', () => {
  expect(toggleWithheldScope(items, [], 'openid')).toEqual([])
  const strict = [item('wallet'), item('proof', { required: true })]
  expect([isScopeRequired(strict, 'wallet'), toggleWithheldScope(strict, [], 'wallet')]).toEqual([true, []])
})
