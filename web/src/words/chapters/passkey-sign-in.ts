// Where the words of the sign-in page come from, once a passkey is used.
import type { Chapter } from '../shape.ts'

export const passkeySignIn: Chapter<'passkeySignIn'> = {
  en: () => import('../en/passkey-sign-in.ts'),
  de: () => import('../de/passkey-sign-in.ts'),
}
