// One sign-in with a passkey: what it answered is judged, and its person is let in.
import { appendEvents } from '../../activity/append.ts'
import { attemptRefused, refused } from '../challenges/answer.ts'
import type { Refused } from '../challenges/answer.ts'
import { findInteraction } from '../../protocol/interactions/store.ts'
import type { Transaction } from '../../platform/database/open-database.ts'
import { letIn } from '../sign-in/let-in.ts'
import type { Arrival, Entry, LetIn } from '../sign-in/let-in.ts'
import { answerPasskey } from './answer.ts'
import type { AnsweredPasskey, PasskeyAttempt, PasskeyWorld } from './answer.ts'

type PasskeySignIn = PasskeyAttempt & Arrival & { purpose: 'passkey-sign-in' }

/** Carries out one attempt. @throws the database's errors */
export async function signInWithPasskey(world: PasskeyWorld, attempt: PasskeySignIn): Promise<LetIn | Refused> {
  return answerPasskey(world, attempt, (transaction, used) => record(world, transaction, attempt, used))
}

async function record(
  { random, settings }: PasskeyWorld,
  transaction: Transaction,
  attempt: PasskeySignIn,
  { passkey, person, elsewhere }: AnsweredPasskey,
): Promise<LetIn | Refused> {
  const { now, browserHash } = attempt
  const interaction =
    attempt.interaction === null
      ? null
      : await findInteraction(transaction, { id: attempt.interaction, browserHash, now })
  if (interaction === undefined) {
    const refusal = refused('interaction.unusable', 'interaction unknown, finished, expired, or of another browser')
    await appendEvents(transaction, random, now, [
      attemptRefused(refusal.reason, { ...attempt, personId: person.id }, null),
    ])
    return refusal
  }
  const entry: Entry = {
    person,
    way: { passkey },
    kind: 'sign-in',
    elsewhere,
    arrival: attempt,
    interaction,
    events: [],
  }
  return letIn(transaction, { random, limits: settings.limits }, entry)
}
