// Where the words of the passkeys of an account come from.
import type { Chapter } from '../shape.ts'

export const passkeys: Chapter<'passkeys'> = {
  en: () => import('../en/passkeys.ts'),
  de: () => import('../de/passkeys.ts'),
}
