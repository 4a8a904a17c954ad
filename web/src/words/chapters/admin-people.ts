// Where the words of the people, as administrators see them, come from.
import type { Chapter } from '../shape.ts'

export const adminPeople: Chapter<'adminPeople'> = {
  en: () => import('../en/admin-people.ts'),
  de: () => import('../de/admin-people.ts'),
}
