// Where the words of the applications in the administration come from.
import type { Chapter } from '../shape.ts'

export const adminApplications: Chapter<'adminApplications'> = {
  en: () => import('../en/admin-applications.ts'),
  de: () => import('../de/admin-applications.ts'),
}
