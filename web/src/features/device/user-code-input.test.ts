import { expect, test } from 'vitest'
import { mapCaretToUserCode, formatUserCode } from './user-code-input.ts'

test.each([
  ['', ''],
  ['wdjb', 'WDJB'],
  ['wdjbm', 'WDJB-M'],
  ['WDJB-', 'WDJB'],
  ['wdjb-mjht', 'WDJB-MJHT'],
  [' wd jb mj ht\n', 'WDJB-MJHT'],
  ['WDJB–MJHT', 'WDJB-MJHT'],
  ['wdjbmjhtxyz', 'WDJB-MJHT'],
  ['<script>', 'SCRI-PT'],
])('formats user code %j as %j', (typed, written) => {
  expect(formatUserCode(typed)).toBe(written)
  expect(formatUserCode(written)).toBe(written)
})

test('keeps the caret after the same letter of a user code', () => {
  expect([
    mapCaretToUserCode('wdjbm', 5),
    mapCaretToUserCode('WDxJB-MJ', 3),
    mapCaretToUserCode('WDJB-MJHT', 9),
  ]).toEqual([6, 3, 9])
})
