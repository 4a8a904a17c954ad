// Where the words of the settings in the administration come from.
import type { Chapter } from '../shape.ts'

export const adminSettings: Chapter<'adminSettings'> = {
  en: () => import('../en/admin-settings.ts'),
  de: () => import('../de/admin-settings.ts'),
}
