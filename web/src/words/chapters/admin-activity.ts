// Where the words of the activity of all come from.
import type { Chapter } from '../shape.ts'

export const adminActivity: Chapter<'adminActivity'> = {
  en: () => import('../en/admin-activity.ts'),
  de: () => import('../de/admin-activity.ts'),
}
