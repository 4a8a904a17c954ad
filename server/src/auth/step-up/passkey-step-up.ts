// A second proof by who is signed in already: by one of their passkeys. It counts as one by a wallet does, and a passkey signs for
// this site alone, so that no other site can have asked for it (THREATS M17).
import type { Refused } from '../challenges/answer.ts'
import { answerPasskey } from '../passkeys/answer.ts'
import type { PasskeyAttempt, PasskeyWorld } from '../passkeys/answer.ts'
import { letInByPasskey } from '../passkeys/let-in-by-passkey.ts'
import type { PasskeyEntry } from '../passkeys/let-in-by-passkey.ts'
import type { Arrival, LetIn } from '../sign-in/let-in.ts'

type PasskeyStepUp = PasskeyAttempt & Arrival & { purpose: 'passkey-step-up'; personId: string }

/** Carries out one attempt. @throws Refusal `session.required`; the database's errors */
export async function stepUpWithPasskey(world: PasskeyWorld, attempt: PasskeyStepUp): Promise<LetIn | Refused> {
  const { random, settings } = world
  return answerPasskey(world, attempt, (transaction, { passkey, person, elsewhere, events }) => {
    const entry: PasskeyEntry = {
      person,
      way: { passkey },
      kind: 'step-up',
      elsewhere,
      arrival: attempt,
      interaction: null,
      events,
    }
    return letInByPasskey(transaction, { random, limits: settings.limits }, entry)
  })
}
