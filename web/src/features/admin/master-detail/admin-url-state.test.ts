import { expect, test } from 'vitest'
import { parseAdminUrlQueryParameters, adminSearchTextPattern } from './admin-url-state.ts'

const forms = { search: adminSearchTextPattern, status: ['active', 'suspended'], sort: ['seen', 'name'] } as const

test.each([
  ['', {}],
  ['?status=suspended&sort=name', { status: 'suspended', sort: 'name' }],
  ['?search=ada+lovelace', { search: 'ada lovelace' }],
  ['?search=0x70&search=0x71', { search: '0x70' }],
  ['?search=', {}],
  [`?search=${'a'.repeat(129)}`, {}],
  ['?status=erased&sort=%3Cb%3E&other=1&constructor=x', {}],
])('the admin URL query %s is parsed as %j, without unknown values', (search, view) => {
  expect(parseAdminUrlQueryParameters(search, forms)).toEqual(view)
})
