// Where the words of the activity come from.
import type { Chapter } from '../shape.ts'

export const activity: Chapter<'activity'> = {
  en: () => import('../en/activity.ts'),
  de: () => import('../de/activity.ts'),
}
