import { expect, test } from 'vitest'
import { placeInUserCode, writeUserCode } from './user-code.ts'

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
])('%j is written %j', (typed, written) => {
  expect(writeUserCode(typed)).toBe(written)
  expect(writeUserCode(written)).toBe(written)
})

test('the caret stays behind the letter that it stood behind', () => {
  expect([placeInUserCode('wdjbm', 5), placeInUserCode('WDxJB-MJ', 3), placeInUserCode('WDJB-MJHT', 9)]).toEqual([
    6, 3, 9,
  ])
})
