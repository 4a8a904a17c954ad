// Where the words of the frame of the administration and of the parts that its screens are made of come from.
import type { Chapter } from '../shape.ts'

export const admin: Chapter<'admin'> = {
  en: () => import('../en/admin.ts'),
  de: () => import('../de/admin.ts'),
}
