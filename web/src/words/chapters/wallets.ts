// Where the words of the wallets of an account come from.
import type { Chapter } from '../shape.ts'

export const wallets: Chapter<'wallets'> = {
  en: () => import('../en/wallets.ts'),
  de: () => import('../de/wallets.ts'),
}
