// Where the words of the overview of the administration come from.
import type { Chapter } from '../shape.ts'

export const adminOverview: Chapter<'adminOverview'> = {
  en: () => import('../en/admin-overview.ts'),
  de: () => import('../de/admin-overview.ts'),
}
