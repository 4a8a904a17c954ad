import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import { createAuthenticationRefusedEvent } from '../challenges/authentication-attempt-refusals.ts'
import type { RefusedAuthenticationAttempt } from '../challenges/authentication-attempt-refusals.ts'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { findPendingInteraction, unusableInteractionRefusal } from '../sign-in/complete-sign-in.ts'
import type { SignInBrowserContext, CompletedSignIn } from '../sign-in/complete-sign-in.ts'
import { verifyPasskeyResponse } from './verify-passkey-authentication-attempt.ts'
import type {
  VerifiedPasskeyResponse,
  PasskeyAuthenticationAttempt,
  PasskeyVerificationContext,
} from './verify-passkey-authentication-attempt.ts'
import { completePasskeySignIn } from './complete-passkey-sign-in.ts'
import type { VerifiedPasskeySignIn } from './complete-passkey-sign-in.ts'

type PasskeySignInAttempt = PasskeyAuthenticationAttempt & SignInBrowserContext & { purpose: 'passkey-sign-in' }

export async function processPasskeySignInAttempt(
  context: PasskeyVerificationContext,
  attempt: PasskeySignInAttempt,
): Promise<CompletedSignIn | RefusedAuthenticationAttempt> {
  return verifyPasskeyResponse(context, attempt, (transaction, used) =>
    completeVerifiedSignIn(context, transaction, attempt, used),
  )
}

async function completeVerifiedSignIn(
  { random, settings }: PasskeyVerificationContext,
  transaction: DatabaseTransaction,
  attempt: PasskeySignInAttempt,
  { passkey, person, crossDeviceChallengeId, events }: VerifiedPasskeyResponse,
): Promise<CompletedSignIn | RefusedAuthenticationAttempt> {
  const interaction = await findPendingInteraction(transaction, attempt)
  if (interaction === undefined) {
    await appendAuditEvents(transaction, random, attempt.now, [
      ...events,
      createAuthenticationRefusedEvent(unusableInteractionRefusal.reason, { ...attempt, personId: person.id }, null),
    ])
    return unusableInteractionRefusal
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
