import { expect, test } from 'vitest'
import { formatApplicationName } from './format-application-name.ts'

test.each([
  ['Ledger Notes', 'Ledger Notes'],
  ['two\nlines\tand\u0000more', 'two lines andmore'],
  ['Wallet \u202Eknab ruoy', 'Wallet knab ruoy'],
  ['\u2066\u200B\u200D\uFEFF', 'notes'],
  ['A'.repeat(5_000), 'A'.repeat(60)],
  ['', 'notes'],
])('N4: an application that calls itself %j is shown as %j', (name, shown) => {
  expect(formatApplicationName({ id: 'notes', name })).toBe(shown)
})
