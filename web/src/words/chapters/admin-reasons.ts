// Where the words for why something was refused or ended come from.
import type { Chapter } from '../shape.ts'

export const adminReasons: Chapter<'adminReasons'> = {
  en: () => import('../en/admin-reasons.ts'),
  de: () => import('../de/admin-reasons.ts'),
}
