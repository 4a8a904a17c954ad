import { expect, test } from 'vitest'
import {
  toClaimMappingDraft,
  parseClaimValue,
  toClaimValuesByName,
  setOrRemoveObjectProperty,
  formatClaimValue,
} from './claim-mapping-draft.ts'

test('a value is typed as it is read', () => {
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
    expect(parseClaimValue(formatClaimValue(value))).toEqual(value)
  expect([parseClaimValue('true'), parseClaimValue('[1'), parseClaimValue('[oops]')]).toEqual([true, '[1', '[oops]'])
})

test('what was written by hand and is no claim at all empties the fields, and breaks nothing', () => {
  const nothing = { rename: {}, constants: {}, into: {}, roles: null }
  for (const claims of [undefined, null, 'x', [], { rename: 7, into: { wallet: 'header' }, roles: [] }])
    expect(toClaimMappingDraft({ claims })).toEqual(nothing)
})

test('rows without a name are not sent, and an empty value takes a member away', () => {
  expect(
    toClaimValuesByName(
      [
        ['tenant', 'acme'],
        ['', 'x'],
      ],
      parseClaimValue,
    ),
  ).toEqual({ tenant: 'acme' })
  expect(setOrRemoveObjectProperty({ wallet: 'address' }, 'wallet', '')).toEqual({})
  expect(setOrRemoveObjectProperty({}, 'wallet', 'address')).toEqual({ wallet: 'address' })
})
