import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import type { ChallengeEndpointContext } from './challenge-endpoint-context.ts'
import type { ChallengePurpose } from './challenge-nonce.ts'
import { getRelyingPartyId } from './webauthn-relying-party.ts'

export type PasskeyChallengePurpose = Extract<ChallengePurpose, `passkey-${string}`>

export type PasskeyChallenge = Pick<ApiEndpointOutput<'createPasskeySignIn'>, 'challenge' | 'rpId' | 'timeoutMs'>

interface PasskeyChallengeTarget {
  purpose: PasskeyChallengePurpose
  isCrossDevice: boolean
  personId: string | null
  browserHash: string
  interaction: string | null
}

export function createPasskeyChallenge(
  { settings, random, nonces, clock }: ChallengeEndpointContext,
  { purpose, isCrossDevice, ...binding }: PasskeyChallengeTarget,
): PasskeyChallenge {
  const lifeSeconds = settings.limits.challengeLifetimeSeconds
  // 130 random bits; WebAuthn §13.4.3 requires 128.
  const { nonce } = nonces.encode(
    random,
    { purpose, walletKind: 'key', isCrossDevice, issuedAt: clock(), lifeSeconds },
    { ...binding, statement: null, proofBinding: null },
  )
  return { challenge: nonce, rpId: getRelyingPartyId(settings.origin), timeoutMs: lifeSeconds * 1000 }
}
