// Where the words of the groups and their rules come from.
import type { Chapter } from '../shape.ts'

export const adminGroups: Chapter<'adminGroups'> = {
  en: () => import('../en/admin-groups.ts'),
  de: () => import('../de/admin-groups.ts'),
}
