// Where the words of the first start come from.
import type { Chapter } from '../shape.ts'

export const setup: Chapter<'setup'> = {
  en: () => import('../en/setup.ts'),
  de: () => import('../de/setup.ts'),
}
