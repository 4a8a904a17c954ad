// Where the words of the pages on which a person decides about an application come from.
import type { Chapter } from '../shape.ts'

export const applications: Chapter<'applications'> = {
  en: () => import('../en/applications.ts'),
  de: () => import('../de/applications.ts'),
}
