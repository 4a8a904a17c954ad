// Where the words for what an application can learn come from.
import type { Chapter } from '../shape.ts'

export const scopes: Chapter<'scopes'> = {
  en: () => import('../en/scopes.ts'),
  de: () => import('../de/scopes.ts'),
}
