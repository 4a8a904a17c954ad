// Every German sentence, by screen. People are addressed as "Sie".
import { account } from './de/account.ts'
import { errors } from './de/errors.ts'
import { messageFaults } from './de/message-faults.ts'
import { entrance } from './de/entrance.ts'
import { signIn } from './de/sign-in.ts'
import { ui } from './de/ui.ts'
import type { AllErrorWords, Words } from './shape.ts'

export const de: Words = {
  ui,
  ...entrance,
  signIn,
  account,
  errors: { ...messageFaults, ...errors } satisfies AllErrorWords as AllErrorWords,
}
