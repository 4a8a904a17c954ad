// One sign-in with a passkey: what it answered is judged, and its person is let in.
import { appendEvents } from '../../audit-log/append.ts'
import { attemptRefused } from '../challenges/answer.ts'
import type { Refused } from '../challenges/answer.ts'
import type { Transaction } from '../../platform/database/open-database.ts'
import { findAsking, refusedAsking } from '../sign-in/let-in.ts'
import type { Arrival, LetIn } from '../sign-in/let-in.ts'
import { answerPasskey } from './answer.ts'
import type { AnsweredPasskey, PasskeyAttempt, PasskeyWorld } from './answer.ts'
import { letInByPasskey } from './let-in-by-passkey.ts'
import type { PasskeyEntry } from './let-in-by-passkey.ts'

type PasskeySignIn = PasskeyAttempt & Arrival & { purpose: 'passkey-sign-in' }

/** Carries out one attempt. @throws the database's errors */
export async function signInWithPasskey(world: PasskeyWorld, attempt: PasskeySignIn): Promise<LetIn | Refused> {
  return answerPasskey(world, attempt, (transaction, used) => record(world, transaction, attempt, used))
}

async function record(
  { random, settings }: PasskeyWorld,
  transaction: Transaction,
  attempt: PasskeySignIn,
  { passkey, person, elsewhere, events }: AnsweredPasskey,
): Promise<LetIn | Refused> {
  const interaction = await findAsking(transaction, attempt)
  if (interaction === undefined) {
    await appendEvents(transaction, random, attempt.now, [
      ...events,
      attemptRefused(refusedAsking.reason, { ...attempt, personId: person.id }, null),
    ])
    return refusedAsking
  }
  const entry: PasskeyEntry = {
    person,
    way: { passkey },
    kind: 'sign-in',
    elsewhere,
    arrival: attempt,
    interaction,
    events,
  }
  return letInByPasskey(transaction, { random, limits: settings.limits }, entry)
}
