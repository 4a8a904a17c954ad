// Where the words for an application that asks for one way of signing in come from.
import type { Chapter } from '../shape.ts'

export const demand: Chapter<'demand'> = {
  en: () => import('../en/demand.ts'),
  de: () => import('../de/demand.ts'),
}
