// What a passkey is to sign: a nonce that is bound as that of a message is, and whose passkeys it may be.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import type { ChallengeEndpointContext } from './challenge-endpoint-context.ts'
import type { ChallengePurpose } from './challenge-nonce.ts'
import { getRelyingPartyId } from './webauthn-relying-party.ts'

/** What a passkey can be asked to sign for. */
export type PasskeyChallengePurpose = Extract<ChallengePurpose, `passkey-${string}`>

/** What is the same in whatever a passkey is asked. */
export type PasskeyChallenge = Pick<ApiEndpointOutput<'createPasskeySignIn'>, 'challenge' | 'rpId' | 'timeoutMs'>

interface PasskeyChallengeTarget {
  purpose: PasskeyChallengePurpose
  /** Whether another device signs it, for the browser that it is bound to. */
  isCrossDevice: boolean
  /** Who is signed in; null for a sign-in. */
  personId: string | null
  browserHash: string
  interaction: string | null
}

/** Makes one. Nothing is stored of it. */
export function createPasskeyChallenge(
  { settings, random, nonces, clock }: ChallengeEndpointContext,
  { purpose, isCrossDevice, ...binding }: PasskeyChallengeTarget,
): PasskeyChallenge {
  const lifeSeconds = settings.limits.challengeLifetimeSeconds
  // 130 random bits; WebAuthn §13.4.3 asks for 128.
  const { nonce } = nonces.encode(
    random,
    { purpose, walletKind: 'key', isCrossDevice, issuedAt: clock(), lifeSeconds },
    { ...binding, statement: null },
  )
  return { challenge: nonce, rpId: getRelyingPartyId(settings.origin), timeoutMs: lifeSeconds * 1000 }
}
