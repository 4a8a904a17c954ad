import { expect, test } from 'vitest'
import { findAdminNavigationArea, adminNavigationAreas } from './admin-navigation-areas.ts'
import { getShortcutActionForKey } from './admin-keyboard-shortcuts.ts'

test('every area has a key of its own, after a "g"', () => {
  expect(new Set(adminNavigationAreas.map(({ key }) => key)).size).toBe(adminNavigationAreas.length)
  expect(adminNavigationAreas.map(({ key }) => getShortcutActionForKey(key, true))).toEqual(
    adminNavigationAreas.map(({ href }) => ({ do: 'go', href })),
  )
})

test('a key by itself searches, waits for the next, or helps, and any other does nothing', () => {
  expect(['/', 'g', '?', 'p', 'Enter', ' '].map((key) => getShortcutActionForKey(key, false)?.do)).toEqual([
    'search',
    'wait',
    'help',
    undefined,
    undefined,
    undefined,
  ])
  expect(getShortcutActionForKey('x', true)).toBeNull()
})

test('a page belongs to an area, whatever its address begins with', () => {
  expect(
    [
      '/admin',
      '/admin/people/01k4',
      '/admin/new-application',
      '/admin/test-logins/01k4',
      '/admin/new-group',
      '/admin/activity/7',
    ].map(findAdminNavigationArea),
  ).toEqual(['overview', 'people', 'applications', 'applications', 'groups', 'activity'])
})
