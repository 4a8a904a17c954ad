// Where the words for whoever has no wallet come from.
import type { Chapter } from '../shape.ts'

export const noWallet: Chapter<'noWallet'> = {
  en: () => import('../en/no-wallet.ts'),
  de: () => import('../de/no-wallet.ts'),
}
