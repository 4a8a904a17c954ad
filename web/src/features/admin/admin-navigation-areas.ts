import { adminPagePaths } from '../../api/admin-page-paths.ts'

export const adminNavigationAreas = [
  { name: 'overview', href: adminPagePaths.overview(), key: 'o' },
  { name: 'people', href: adminPagePaths.people(), key: 'p' },
  { name: 'applications', href: adminPagePaths.applications(), key: 'a' },
  { name: 'groups', href: adminPagePaths.groups(), key: 'g' },
  { name: 'resources', href: adminPagePaths.resources(), key: 'r' },
  { name: 'activity', href: adminPagePaths.activity(), key: 'l' },
  { name: 'settings', href: adminPagePaths.settings, key: 's' },
  { name: 'tokens', href: adminPagePaths.tokens, key: 't' },
] as const

const areaByPathSegment: Readonly<Record<string, string>> = {
  sessions: 'people',
  'new-application': 'applications',
  'test-logins': 'applications',
  'new-group': 'groups',
  'new-resource': 'resources',
}

export function findAdminNavigationArea(path: string): string {
  const part = path.split('/')[2] ?? ''
  return part === '' ? 'overview' : (areaByPathSegment[part] ?? part)
}
