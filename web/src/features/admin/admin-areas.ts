// The areas of the administration: where each is, and the key that leads there after a "g".
import { adminPaths } from '../../api/admin-paths.ts'

export const adminAreas = [
  { name: 'overview', href: adminPaths.overview(), key: 'o' },
  { name: 'people', href: adminPaths.people(), key: 'p' },
  { name: 'applications', href: adminPaths.applications(), key: 'a' },
  { name: 'groups', href: adminPaths.groups(), key: 'g' },
  { name: 'resources', href: adminPaths.resources(), key: 'r' },
  { name: 'activity', href: adminPaths.activity(), key: 'l' },
  { name: 'settings', href: adminPaths.settings, key: 's' },
  { name: 'tokens', href: adminPaths.tokens, key: 't' },
] as const

/** Which area a path belongs to, where that does not begin its address. */
const areaByPathSegment: Readonly<Record<string, string>> = {
  sessions: 'people',
  'new-application': 'applications',
  'test-logins': 'applications',
  'new-group': 'groups',
  'new-resource': 'resources',
}

/** The name of the area that a path belongs to. */
export function findAdminArea(path: string): string {
  const part = path.split('/')[2] ?? ''
  return part === '' ? 'overview' : (areaByPathSegment[part] ?? part)
}
