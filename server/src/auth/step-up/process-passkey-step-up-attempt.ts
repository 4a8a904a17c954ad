// Processes a passkey step-up, which another site cannot relay (THREATS M17).
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
