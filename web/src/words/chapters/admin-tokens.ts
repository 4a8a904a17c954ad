// Where the words of the tokens of the administration come from.
import type { Chapter } from '../shape.ts'

export const adminTokens: Chapter<'adminTokens'> = {
  en: () => import('../en/admin-tokens.ts'),
  de: () => import('../de/admin-tokens.ts'),
}
