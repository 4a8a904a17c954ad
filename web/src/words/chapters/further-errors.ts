// Where the words of the refusals come from that the sign-in page cannot meet.
import type { Chapter } from '../shape.ts'

export const furtherErrors: Chapter<'furtherErrors'> = {
  en: () => import('../en/further-errors.ts'),
  de: () => import('../de/further-errors.ts'),
}
