// Where the words of the pages that are open to everybody come from.
import type { Chapter } from '../shape.ts'

export const entrance: Chapter<'entrance'> = {
  en: () => import('../en/entrance.ts'),
  de: () => import('../de/entrance.ts'),
}
