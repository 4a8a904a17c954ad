import { expect, test } from 'vitest'
import { findAdminNavigationArea, adminNavigationAreas } from './admin-navigation-areas.ts'
import { getShortcutActionForKey } from './admin-keyboard-shortcuts.ts'

test('every admin area has a unique shortcut key after "g"', () => {
  expect(new Set(adminNavigationAreas.map(({ key }) => key)).size).toBe(adminNavigationAreas.length)
  expect(adminNavigationAreas.map(({ key }) => getShortcutActionForKey(key, true))).toEqual(
    adminNavigationAreas.map(({ href }) => ({ do: 'go', href })),
  )
})

test('a single key opens search, starts a shortcut or opens help, and other keys do nothing', () => {
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

test('finds the admin area of a page, even when its path has another prefix', () => {
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
