// Every English sentence, by screen.
import { account } from './en/account.ts'
import { errors } from './en/errors.ts'
import { messageFaults } from './en/message-faults.ts'
import { entrance } from './en/entrance.ts'
import { signIn } from './en/sign-in.ts'
import { ui } from './en/ui.ts'
import type { AllErrorWords } from './shape.ts'

export const en = {
  ui,
  ...entrance,
  signIn,
  account,
  errors: { ...messageFaults, ...errors } satisfies AllErrorWords as AllErrorWords,
}
