// Makes what a passkey is to sign: a nonce that is bound, like that of a message, to the browser that asked, to its purpose, to
// who is signed in, and to the application's sign-in that it is for.
import type { ChallengeApp } from '../challenges/challenge-app.ts'
import type { ChallengePurpose } from '../challenges/nonce.ts'
import { askingApplication, findInteraction } from '../../protocol/interactions/store.ts'
import { ensureBrowserHash } from '../../platform/browser-secret.ts'
import type { App } from '../../platform/call.ts'
import type { PasskeysTable } from '../../platform/database/schema.ts'
import { Refusal } from '../../platform/refusal.ts'
import { callerOf, signedInCaller } from '../sessions/caller.ts'
import type { CallAnswer } from '@countersign/api/calls'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { relyingPartyId } from './relying-party.ts'
import { describeCredential } from './store.ts'

/** What a passkey can be asked to sign for. */
export type PasskeyPurpose = Extract<ChallengePurpose, `passkey-${string}`>

interface ChallengeRequest {
  purpose: PasskeyPurpose
  /** Who is signed in; null for a sign-in. */
  personId: string | null
  interaction?: string | undefined
}

/** What is the same in whatever a passkey is asked. */
type PasskeyChallenge = Pick<CallAnswer<'createPasskeySignIn'>, 'challenge' | 'rpId' | 'timeoutMs'>

/**
 * Issues a challenge for a passkey. Nothing is stored of it.
 * @throws Refusal `interaction.unusable`, `rate.limited`
 */
export async function issuePasskeyChallenge(
  app: ChallengeApp,
  request: FastifyRequest,
  reply: FastifyReply,
  { purpose, personId, interaction }: ChallengeRequest,
): Promise<PasskeyChallenge> {
  const { settings, random, nonces, rateLimits } = app
  const now = app.clock()
  const browserHash = ensureBrowserHash(app, request, reply)
  const caller = personId === null ? callerOf(app, request) : signedInCaller(request)
  await rateLimits.enter('challenges', caller)
  if (interaction !== undefined) await checkInteraction(app, interaction, browserHash, now)
  await rateLimits.share('challenges', caller)
  const lifeSeconds = settings.limits.challengeLifeSeconds
  // 130 random bits; WebAuthn §13.4.3 asks for 128.
  const { nonce } = nonces.make(
    random,
    { purpose, walletKind: 'key', issuedAt: now, lifeSeconds },
    { browserHash, personId, interaction: interaction ?? null, statement: null },
  )
  return { challenge: nonce, rpId: relyingPartyId(settings.origin), timeoutMs: lifeSeconds * 1000 }
}

/** The same for a passkey that exists already. @param passkeys those that will do; any where there are none */
export async function issuePasskeyRequest(
  app: ChallengeApp,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: ChallengeRequest,
  passkeys: readonly PasskeysTable[],
): Promise<CallAnswer<'createPasskeySignIn'>> {
  return { ...(await issuePasskeyChallenge(app, request, reply, asked)), allow: passkeys.map(describeCredential) }
}

/** A challenge is made only for a sign-in that can still be answered (THREATS M5). */
async function checkInteraction({ database }: App, id: string, browserHash: string, now: number): Promise<void> {
  const interaction = await findInteraction(database.queries, { id, browserHash, now })
  const application = interaction && (await askingApplication(database.queries, interaction))
  if (application === undefined) throw new Refusal('interaction.unusable')
}
