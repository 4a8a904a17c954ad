import type { ConsentItem, ConsentPart } from '@countersign/api/calls'
import { expect, test } from 'vitest'
import { firstChoice, isFixed, toggle } from './consent-choice.ts'

const item = (scope: ConsentPart, given: Partial<ConsentItem> = {}): ConsentItem => ({
  scope,
  required: false,
  withheld: false,
  sameElsewhere: false,
  ...given,
})
const items = [item('openid', { required: true }), item('profile'), item('wallet'), item('proof')]

test('everything is ticked at first, but for what was withheld the last time', () => {
  expect(firstChoice(items)).toEqual([])
  expect(firstChoice([item('profile', { withheld: true }), item('wallet')])).toEqual(['profile'])
  expect(firstChoice([item('openid', { required: true, withheld: true })])).toEqual([])
})

test('without the address there is no proof either, and with the proof there is the address', () => {
  expect(toggle(items, [], 'wallet')).toEqual(['wallet', 'proof'])
  expect(toggle(items, ['wallet', 'proof'], 'proof')).toEqual([])
  expect(toggle(items, ['wallet', 'proof'], 'wallet')).toEqual(['proof'])
  expect(toggle(items, [], 'proof')).toEqual(['proof'])
  expect(firstChoice([item('wallet', { withheld: true }), item('proof')])).toEqual(['wallet', 'proof'])
})

test('where no proof is asked for, none is withheld', () => {
  expect(toggle([item('wallet')], [], 'wallet')).toEqual(['wallet'])
})

test('what is needed cannot be withheld, nor what the needed proof contains', () => {
  expect(toggle(items, [], 'openid')).toEqual([])
  const strict = [item('wallet'), item('proof', { required: true })]
  expect([isFixed(strict, 'wallet'), toggle(strict, [], 'wallet')]).toEqual([true, []])
})
