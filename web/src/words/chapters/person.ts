// Where the words of what a person is called and where they are signed in come from.
import type { Chapter } from '../shape.ts'

export const person: Chapter<'person'> = {
  en: () => import('../en/person.ts'),
  de: () => import('../de/person.ts'),
}
