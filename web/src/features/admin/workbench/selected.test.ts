import { expect, test } from 'vitest'
import { nothingSelected, select, selectLoaded } from './selected.ts'

const rows = ['a', 'b', 'c', 'd', 'e']
const idsOf = (selected: typeof nothingSelected) => [...selected.ids].sort().join('')

test('a row that is pressed is selected, and no longer once it is pressed again', () => {
  const one = select(nothingSelected, 'b', false, rows)
  expect(idsOf(one)).toBe('b')
  expect(idsOf(select(one, 'b', false, rows))).toBe('')
})

test('a range goes from the row that was pressed last, either way, and adds to what was selected', () => {
  const down = select(select(nothingSelected, 'b', false, rows), 'd', true, rows)
  expect(idsOf(down)).toBe('bcd')
  expect(idsOf(select(select(down, 'e', false, rows), 'd', true, rows))).toBe('bcde')
  expect(idsOf(select(select(nothingSelected, 'd', false, rows), 'a', true, rows))).toBe('abcd')
})

test('a range without a row before it, or from one that is no longer there, is one row', () => {
  expect(idsOf(select(nothingSelected, 'c', true, rows))).toBe('c')
  expect(idsOf(select({ ...nothingSelected, last: 'gone' }, 'c', true, rows))).toBe('c')
})

test('all that are loaded are selected, and none of them at the next press', () => {
  const all = selectLoaded(select(nothingSelected, 'c', false, rows), rows)
  expect(idsOf(all)).toBe('abcde')
  expect(idsOf(selectLoaded(all, rows))).toBe('')
  expect(idsOf(selectLoaded(all, [...rows, 'f']))).toBe('abcdef')
})

test('where all that fit are selected, one that is pressed leaves the others that can be seen', () => {
  const all = { ...nothingSelected, all: true }
  expect(select(all, 'c', false, rows)).toMatchObject({ all: false })
  expect(idsOf(select(all, 'c', false, rows))).toBe('abde')
  expect(selectLoaded(all, rows)).toEqual(nothingSelected)
})
