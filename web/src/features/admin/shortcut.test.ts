import { expect, test } from 'vitest'
import { areaOf, areas } from './areas.ts'
import { readShortcut } from './shortcut.ts'

test('every area has a key of its own, after a "g"', () => {
  expect(new Set(areas.map(({ key }) => key)).size).toBe(areas.length)
  expect(areas.map(({ key }) => readShortcut(key, true))).toEqual(areas.map(({ href }) => ({ do: 'go', href })))
})

test('a key by itself searches, waits for the next, or helps, and any other does nothing', () => {
  expect(['/', 'g', '?', 'p', 'Enter', ' '].map((key) => readShortcut(key, false)?.do)).toEqual([
    'search',
    'wait',
    'help',
    undefined,
    undefined,
    undefined,
  ])
  expect(readShortcut('x', true)).toBeNull()
})

test('a page belongs to an area, whatever its address begins with', () => {
  expect(
    [
      '/admin',
      '/admin/people/01k4',
      '/admin/new-application',
      '/admin/tries/01k4',
      '/admin/new-group',
      '/admin/activity/7',
    ].map(areaOf),
  ).toEqual(['overview', 'people', 'applications', 'applications', 'groups', 'activity'])
})
