// Where the words of test logins come from.
import type { Chapter } from '../shape.ts'

export const adminTries: Chapter<'adminTries'> = {
  en: () => import('../en/admin-tries.ts'),
  de: () => import('../de/admin-tries.ts'),
}
