// Where the words of a person's own data come from.
import type { Chapter } from '../shape.ts'

export const myData: Chapter<'myData'> = {
  en: () => import('../en/my-data.ts'),
  de: () => import('../de/my-data.ts'),
}
