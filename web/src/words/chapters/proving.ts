// Where the words of proving a wallet come from, once one is chosen.
import type { Chapter } from '../shape.ts'

export const proving: Chapter<'proving'> = {
  en: () => import('../en/proving.ts'),
  de: () => import('../de/proving.ts'),
}
