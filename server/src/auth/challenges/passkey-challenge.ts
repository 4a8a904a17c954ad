// What a passkey is to sign: a nonce that is bound as that of a message is, and whose passkeys it may be.
import type { CallAnswer } from '@countersign/api/calls'
import type { ChallengeApp } from './challenge-app.ts'
import type { ChallengePurpose } from './nonce.ts'
import { relyingPartyId } from './relying-party.ts'

/** What a passkey can be asked to sign for. */
export type PasskeyPurpose = Extract<ChallengePurpose, `passkey-${string}`>

/** What is the same in whatever a passkey is asked. */
export type PasskeyChallenge = Pick<CallAnswer<'createPasskeySignIn'>, 'challenge' | 'rpId' | 'timeoutMs'>

interface Asked {
  purpose: PasskeyPurpose
  /** Whether another device signs it, for the browser that it is bound to. */
  isElsewhere: boolean
  /** Who is signed in; null for a sign-in. */
  personId: string | null
  browserHash: string
  interaction: string | null
}

/** Makes one. Nothing is stored of it. */
export function makePasskeyChallenge(
  { settings, random, nonces, clock }: ChallengeApp,
  { purpose, isElsewhere, ...binding }: Asked,
): PasskeyChallenge {
  const lifeSeconds = settings.limits.challengeLifeSeconds
  // 130 random bits; WebAuthn §13.4.3 asks for 128.
  const { nonce } = nonces.make(
    random,
    { purpose, walletKind: 'key', isElsewhere, issuedAt: clock(), lifeSeconds },
    { ...binding, statement: null },
  )
  return { challenge: nonce, rpId: relyingPartyId(settings.origin), timeoutMs: lifeSeconds * 1000 }
}
