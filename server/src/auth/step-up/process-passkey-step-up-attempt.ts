// A second proof by who is signed in already: by one of their passkeys. It counts as one by a wallet does, and a passkey signs for
// this site alone, so that no other site can have asked for it (THREATS M17).
import type { RefusedAuthenticationAttempt } from '../challenges/authentication-attempt-refusals.ts'
import { verifyPasskeyResponse } from '../passkeys/verify-passkey-authentication-attempt.ts'
import type {
  PasskeyAuthenticationAttempt,
  PasskeyVerificationContext,
} from '../passkeys/verify-passkey-authentication-attempt.ts'
import { completePasskeySignIn } from '../passkeys/complete-passkey-sign-in.ts'
import type { VerifiedPasskeySignIn } from '../passkeys/complete-passkey-sign-in.ts'
import type { SignInBrowserContext, CompletedSignIn } from '../sign-in/complete-sign-in.ts'

type PasskeyStepUpAttempt = PasskeyAuthenticationAttempt &
  SignInBrowserContext & { purpose: 'passkey-step-up'; personId: string }

/** Carries out one attempt. @throws ApiError `session.required`; the database's errors */
export async function processPasskeyStepUpAttempt(
  context: PasskeyVerificationContext,
  attempt: PasskeyStepUpAttempt,
): Promise<CompletedSignIn | RefusedAuthenticationAttempt> {
  const { random, settings } = context
  return verifyPasskeyResponse(context, attempt, (transaction, { passkey, person, crossDeviceChallengeId, events }) => {
    const verifiedStepUp: VerifiedPasskeySignIn = {
      person,
      signInMethod: { passkey },
      kind: 'step-up',
      crossDeviceChallengeId,
      requestInfo: attempt,
      interaction: null,
      events,
    }
    return completePasskeySignIn(transaction, { random, limits: settings.limits }, verifiedStepUp)
  })
}
