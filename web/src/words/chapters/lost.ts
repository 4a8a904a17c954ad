// Where the words of the page for whoever lost something come from.
import type { Chapter } from '../shape.ts'

export const lost: Chapter<'lost'> = {
  en: () => import('../en/lost.ts'),
  de: () => import('../de/lost.ts'),
}
