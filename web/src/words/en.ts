// Every English sentence, by screen, but for the faults of a message, which message-faults.ts brings when they are needed.
import { account } from './en/account.ts'
import { alteredMessage, errors } from './en/errors.ts'
import { entrance } from './en/entrance.ts'
import { signIn } from './en/sign-in.ts'
import { ui } from './en/ui.ts'

export const en = {
  ui,
  ...entrance,
  signIn,
  account,
  errors,
  alteredMessage,
}
