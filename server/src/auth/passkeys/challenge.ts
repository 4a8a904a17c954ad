// Makes what a passkey is to sign: a nonce that is bound, like that of a message, to the browser that asked, to its purpose, to
// who is signed in, and to the application's sign-in that it is for.
import type { ChallengeApp } from '../challenges/challenge-app.ts'
import { makePasskeyChallenge } from '../challenges/passkey-challenge.ts'
import type { PasskeyChallenge, PasskeyPurpose } from '../challenges/passkey-challenge.ts'
import { readApplicationName } from '../challenges/issue-asked.ts'
import { ensureBrowserHash } from '../../platform/browser-secret.ts'
import type { PasskeysTable } from '../../platform/database/schema.ts'
import { callerOf, signedInCaller } from '../session-guard/caller.ts'
import type { CallAnswer } from '@countersign/api/calls'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { describeCredential } from './store.ts'

interface ChallengeRequest {
  purpose: PasskeyPurpose
  /** Who is signed in; null for a sign-in. */
  personId: string | null
  interaction?: string | undefined
}

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
  const { rateLimits } = app
  const browserHash = ensureBrowserHash(app, request, reply)
  const caller = personId === null ? callerOf(app, request) : signedInCaller(request)
  await rateLimits.enter('challenges', caller)
  const asked = { purpose, isElsewhere: false, personId, browserHash, interaction: interaction ?? null }
  await readApplicationName(app, asked)
  await rateLimits.share('challenges', caller)
  return makePasskeyChallenge(app, asked)
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
