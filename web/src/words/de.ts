// Every German sentence, by screen, but for the faults of a message, which message-faults.ts brings when they are needed. People are addressed as "Sie".
import { account } from './de/account.ts'
import { alteredMessage, errors } from './de/errors.ts'
import { entrance } from './de/entrance.ts'
import { signIn } from './de/sign-in.ts'
import { ui } from './de/ui.ts'
import type { Words } from './shape.ts'

export const de: Words = {
  ui,
  ...entrance,
  signIn,
  account,
  errors,
  alteredMessage,
}
