// One sign-in with a passkey: what it answered is judged, and its person is let in.
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import { createAttemptRefusedEvent } from '../challenges/authentication-attempt.ts'
import type { RefusedAttempt } from '../challenges/authentication-attempt.ts'
import type { DatabaseTransaction } from '../../platform/database/open-database.ts'
import { findPendingInteraction, unusableInteraction } from '../sign-in/complete-sign-in.ts'
import type { SignInRequestInfo, CompletedSignIn } from '../sign-in/complete-sign-in.ts'
import { verifyPasskeyResponse } from './verify-passkey-response.ts'
import type { VerifiedPasskeyResponse, PasskeyAttempt, PasskeyContext } from './verify-passkey-response.ts'
import { completePasskeySignIn } from './complete-passkey-sign-in.ts'
import type { VerifiedPasskeySignIn } from './complete-passkey-sign-in.ts'

type PasskeySignInAttempt = PasskeyAttempt & SignInRequestInfo & { purpose: 'passkey-sign-in' }

/** Carries out one attempt. @throws the database's errors */
export async function signInWithPasskey(
  context: PasskeyContext,
  attempt: PasskeySignInAttempt,
): Promise<CompletedSignIn | RefusedAttempt> {
  return verifyPasskeyResponse(context, attempt, (transaction, used) =>
    completeVerifiedSignIn(context, transaction, attempt, used),
  )
}

async function completeVerifiedSignIn(
  { random, settings }: PasskeyContext,
  transaction: DatabaseTransaction,
  attempt: PasskeySignInAttempt,
  { passkey, person, crossDeviceChallengeId, events }: VerifiedPasskeyResponse,
): Promise<CompletedSignIn | RefusedAttempt> {
  const interaction = await findPendingInteraction(transaction, attempt)
  if (interaction === undefined) {
    await appendAuditEvents(transaction, random, attempt.now, [
      ...events,
      createAttemptRefusedEvent(unusableInteraction.reason, { ...attempt, personId: person.id }, null),
    ])
    return unusableInteraction
  }
  const verifiedSignIn: VerifiedPasskeySignIn = {
    person,
    signInMethod: { passkey },
    kind: 'sign-in',
    crossDeviceChallengeId,
    requestInfo: attempt,
    interaction,
    events,
  }
  return completePasskeySignIn(transaction, { random, limits: settings.limits }, verifiedSignIn)
}
