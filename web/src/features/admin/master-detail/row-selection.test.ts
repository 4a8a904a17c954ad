import { expect, test } from 'vitest'
import { emptyRowSelection, toggleRowSelection, toggleSelectionOfLoadedRows } from './row-selection.ts'

const rows = ['a', 'b', 'c', 'd', 'e']
const idsOf = (selected: typeof emptyRowSelection) => [...selected.ids].sort().join('')

test('a row that is pressed is selected, and no longer once it is pressed again', () => {
  const one = toggleRowSelection(emptyRowSelection, 'b', false, rows)
  expect(idsOf(one)).toBe('b')
  expect(idsOf(toggleRowSelection(one, 'b', false, rows))).toBe('')
})

test('a range goes from the row that was pressed last, either way, and adds to what was selected', () => {
  const down = toggleRowSelection(toggleRowSelection(emptyRowSelection, 'b', false, rows), 'd', true, rows)
  expect(idsOf(down)).toBe('bcd')
  expect(idsOf(toggleRowSelection(toggleRowSelection(down, 'e', false, rows), 'd', true, rows))).toBe('bcde')
  expect(idsOf(toggleRowSelection(toggleRowSelection(emptyRowSelection, 'd', false, rows), 'a', true, rows))).toBe(
    'abcd',
  )
})

test('a range without a row before it, or from one that is no longer there, is one row', () => {
  expect(idsOf(toggleRowSelection(emptyRowSelection, 'c', true, rows))).toBe('c')
  expect(idsOf(toggleRowSelection({ ...emptyRowSelection, lastToggledId: 'gone' }, 'c', true, rows))).toBe('c')
})

test('all that are loaded are selected, and none of them at the next press', () => {
  const all = toggleSelectionOfLoadedRows(toggleRowSelection(emptyRowSelection, 'c', false, rows), rows)
  expect(idsOf(all)).toBe('abcde')
  expect(idsOf(toggleSelectionOfLoadedRows(all, rows))).toBe('')
  expect(idsOf(toggleSelectionOfLoadedRows(all, [...rows, 'f']))).toBe('abcdef')
})

test('where all that fit are selected, one that is pressed leaves the others that can be seen', () => {
  const all = { ...emptyRowSelection, isAll: true }
  expect(toggleRowSelection(all, 'c', false, rows)).toMatchObject({ isAll: false })
  expect(idsOf(toggleRowSelection(all, 'c', false, rows))).toBe('abde')
  expect(toggleSelectionOfLoadedRows(all, rows)).toEqual(emptyRowSelection)
})
