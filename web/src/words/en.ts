// The English words that the sign-in page needs; the other pages add a chapter of their own.
import { alteredMessage, errors } from './en/errors.ts'
import { signIn } from './en/sign-in.ts'
import { ui } from './en/ui.ts'

export const en = {
  ui,
  signIn,
  errors,
  alteredMessage,
}
