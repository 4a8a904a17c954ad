// Where the words for whoever an application does not let in come from.
import type { Chapter } from '../shape.ts'

export const notAllowed: Chapter<'notAllowed'> = {
  en: () => import('../en/not-allowed.ts'),
  de: () => import('../de/not-allowed.ts'),
}
