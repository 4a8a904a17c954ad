// Where the words of the dialog come from in which a person confirms that it is them.
import type { Chapter } from '../shape.ts'

export const stepUp: Chapter<'stepUp'> = {
  en: () => import('../en/step-up.ts'),
  de: () => import('../de/step-up.ts'),
}
