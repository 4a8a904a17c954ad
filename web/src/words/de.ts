// The German words that the sign-in page needs; the other pages add a chapter of their own. People are addressed as "Sie".
import { alteredMessage, errors } from './de/errors.ts'
import { signIn } from './de/sign-in.ts'
import { ui } from './de/ui.ts'
import type { Words } from './shape.ts'

export const de: Words = {
  ui,
  signIn,
  errors,
  alteredMessage,
}
