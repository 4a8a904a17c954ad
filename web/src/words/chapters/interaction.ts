// Where the words come from that an application adds to the sign-in page.
import type { Chapter } from '../shape.ts'

export const interaction: Chapter<'interaction'> = {
  en: () => import('../en/interaction.ts'),
  de: () => import('../de/interaction.ts'),
}
