import { expect, test } from 'vitest'
import { emptyRowSelection, toggleRowSelection, toggleSelectionOfLoadedRows } from './row-selection.ts'

const rows = ['a', 'b', 'c', 'd', 'e']
const idsOf = (selected: typeof emptyRowSelection) => [...selected.ids].sort().join('')

test('clicking a row selects it, and clicking it again deselects it', () => {
  const one = toggleRowSelection(emptyRowSelection, 'b', false, rows)
  expect(idsOf(one)).toBe('b')
  expect(idsOf(toggleRowSelection(one, 'b', false, rows))).toBe('')
})

test('a range extends from the last clicked row in either direction and adds to the selection', () => {
  const down = toggleRowSelection(toggleRowSelection(emptyRowSelection, 'b', false, rows), 'd', true, rows)
  expect(idsOf(down)).toBe('bcd')
  expect(idsOf(toggleRowSelection(toggleRowSelection(down, 'e', false, rows), 'd', true, rows))).toBe('bcde')
  expect(idsOf(toggleRowSelection(toggleRowSelection(emptyRowSelection, 'd', false, rows), 'a', true, rows))).toBe(
    'abcd',
  )
})

test('a range selection without a previous row, or from a removed row, selects one row', () => {
  expect(idsOf(toggleRowSelection(emptyRowSelection, 'c', true, rows))).toBe('c')
  expect(idsOf(toggleRowSelection({ ...emptyRowSelection, lastToggledId: 'gone' }, 'c', true, rows))).toBe('c')
})

test('toggling the loaded rows selects all of them, then none', () => {
  const all = toggleSelectionOfLoadedRows(toggleRowSelection(emptyRowSelection, 'c', false, rows), rows)
  expect(idsOf(all)).toBe('abcde')
  expect(idsOf(toggleSelectionOfLoadedRows(all, rows))).toBe('')
  expect(idsOf(toggleSelectionOfLoadedRows(all, [...rows, 'f']))).toBe('abcdef')
})

test('deselecting a row while all matches are selected keeps only the other loaded rows', () => {
  const all = { ...emptyRowSelection, isAll: true }
  expect(toggleRowSelection(all, 'c', false, rows)).toMatchObject({ isAll: false })
  expect(idsOf(toggleRowSelection(all, 'c', false, rows))).toBe('abde')
  expect(toggleSelectionOfLoadedRows(all, rows)).toEqual(emptyRowSelection)
})
