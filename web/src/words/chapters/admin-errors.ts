// Where the words of the refusals that only the administration can meet come from.
import type { Chapter } from '../shape.ts'

export const adminErrors: Chapter<'adminErrors'> = {
  en: () => import('../en/admin-errors.ts'),
  de: () => import('../de/admin-errors.ts'),
}
