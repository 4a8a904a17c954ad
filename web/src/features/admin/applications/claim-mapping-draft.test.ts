import { expect, test } from 'vitest'
import {
  toClaimMappingDraft,
  parseClaimValueInput,
  toClaimValuesByName,
  setOrRemoveObjectProperty,
  formatClaimValueForInput,
} from './claim-mapping-draft.ts'

test('a claim value survives formatting for an input field and parsing again', () => {
  for (const value of [
    'acme',
    '',
    'true story',
    true,
    false,
    0,
    -12,
    '12',
    'true',
    '["a"]',
    ['a', 'b'],
    '"quoted"',
    '01',
    '1.5',
  ])
    expect(parseClaimValueInput(formatClaimValueForInput(value))).toEqual(value)
  expect([parseClaimValueInput('true'), parseClaimValueInput('[1'), parseClaimValueInput('[oops]')]).toEqual([
    true,
    '[1',
    '[oops]',
  ])
})

test('a malformed claim mapping becomes an empty draft', () => {
  const nothing = { rename: {}, constants: {}, into: {}, roles: null }
  for (const claims of [undefined, null, 'x', [], { rename: 7, into: { wallet: 'header' }, roles: [] }])
    expect(toClaimMappingDraft({ claims })).toEqual(nothing)
})

test('omits rows without a name and removes a property with an empty value', () => {
  expect(
    toClaimValuesByName(
      [
        ['tenant', 'acme'],
        ['', 'x'],
      ],
      parseClaimValueInput,
    ),
  ).toEqual({ tenant: 'acme' })
  expect(setOrRemoveObjectProperty({ wallet: 'address' }, 'wallet', '')).toEqual({})
  expect(setOrRemoveObjectProperty({}, 'wallet', 'address')).toEqual({ wallet: 'address' })
})
