import type { ChallengeEndpointContext } from '../challenges/challenge-endpoint-context.ts'
import { createPasskeyChallenge } from '../challenges/create-passkey-challenge.ts'
import type { PasskeyChallenge, PasskeyChallengePurpose } from '../challenges/create-passkey-challenge.ts'
import { readInteractionForChallenge } from '../challenges/issue-challenge-and-extend-interaction.ts'
import { ensureBrowserBindingHash } from '../../platform/browser-binding-cookie.ts'
import type { PasskeysTable } from '../../platform/database/database-schema.ts'
import {
  identifyRateLimitCaller,
  identifySignedInRateLimitCaller,
} from '../session-guard/identify-rate-limit-caller.ts'
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { toPasskeyCredentialDescriptor } from './passkey-store.ts'

interface PasskeyChallengeRequest {
  purpose: PasskeyChallengePurpose
  personId: string | null
  interaction?: string | undefined
}

export async function issuePasskeyChallenge(
  app: ChallengeEndpointContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { purpose, personId, interaction }: PasskeyChallengeRequest,
): Promise<PasskeyChallenge> {
  const { rateLimiter } = app
  const browserHash = ensureBrowserBindingHash(app, request, reply)
  const caller = personId === null ? identifyRateLimitCaller(app, request) : identifySignedInRateLimitCaller(request)
  await rateLimiter.consumeNetworkBudget('challenges', caller)
  const challengeRequest = { purpose, isCrossDevice: false, personId, browserHash, interaction: interaction ?? null }
  await readInteractionForChallenge(app, challengeRequest)
  await rateLimiter.consumeSharedBudget('challenges', caller)
  return createPasskeyChallenge(app, challengeRequest)
}

/** @param passkeys allowed passkeys; an empty list allows any */
export async function issuePasskeyRequestOptions(
  app: ChallengeEndpointContext,
  request: FastifyRequest,
  reply: FastifyReply,
  challengeRequest: PasskeyChallengeRequest,
  passkeys: readonly PasskeysTable[],
): Promise<ApiEndpointOutput<'createPasskeySignIn'>> {
  return {
    ...(await issuePasskeyChallenge(app, request, reply, challengeRequest)),
    allow: passkeys.map(toPasskeyCredentialDescriptor),
  }
}
