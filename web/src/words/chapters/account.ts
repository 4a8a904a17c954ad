// Where the words of the account come from.
import type { Chapter } from '../shape.ts'

export const account: Chapter<'account'> = {
  en: () => import('../en/account.ts'),
  de: () => import('../de/account.ts'),
}
