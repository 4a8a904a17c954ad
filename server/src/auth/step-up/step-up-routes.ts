import { createRefusedAttemptApiError } from '../challenges/authentication-attempt-refusals.ts'
import type { ChallengeEndpointContext } from '../challenges/challenge-endpoint-context.ts'
import { issuePasskeyRequestOptions } from '../passkeys/rate-limit-and-issue-passkey-challenge.ts'
import { listPasskeysOfPerson } from '../passkeys/passkey-store.ts'
import { registerApiEndpoint } from '../../platform/register-api-endpoint.ts'
import { ApiError } from '../../platform/api-error.ts'
import { requireRequestSession } from '../session-guard/require-request-session.ts'
import { setSessionCookie } from '../sign-in/set-session-cookie.ts'
import {
  rateLimitAndParseAuthenticationAttempt,
  rateLimitAndParseSignedMessageAttempt,
} from '../sign-in/rate-limit-and-parse-authentication-attempt.ts'
import { processPasskeyStepUpAttempt } from './process-passkey-step-up-attempt.ts'
import { processWalletStepUpAttempt } from './process-wallet-step-up-attempt.ts'

export function registerStepUpRoutes(app: ChallengeEndpointContext): void {
  registerApiEndpoint(app, 'stepUp', async ({ body, request, reply }) => {
    const { person } = await requireRequestSession(app, request)
    const attempt = await rateLimitAndParseSignedMessageAttempt(app, request, body, person.id)
    const result = await processWalletStepUpAttempt(
      { ...app, queries: app.database.queries },
      { ...attempt, purpose: 'step-up', person },
    )
    if (result.outcome === 'refused') throw createRefusedAttemptApiError(result)
    return setSessionCookie(app, request, reply, result)
  })

  registerApiEndpoint(app, 'createPasskeyStepUp', async ({ request, reply }) => {
    const { person } = await requireRequestSession(app, request)
    const passkeys = await listPasskeysOfPerson(app.database.queries, person.id)
    if (passkeys.length === 0) throw new ApiError('passkey.not_found')
    return issuePasskeyRequestOptions(
      app,
      request,
      reply,
      { purpose: 'passkey-step-up', personId: person.id },
      passkeys,
    )
  })

  registerApiEndpoint(app, 'stepUpWithPasskey', async ({ body, request, reply }) => {
    const { person } = await requireRequestSession(app, request)
    const attempt = await rateLimitAndParseAuthenticationAttempt(app, request, person.id)
    const world = { ...app, queries: app.database.queries }
    const result = await processPasskeyStepUpAttempt(world, {
      ...attempt,
      personId: person.id,
      purpose: 'passkey-step-up',
      assertion: body.assertion,
    })
    if (result.outcome === 'refused') throw createRefusedAttemptApiError(result)
    return setSessionCookie(app, request, reply, result)
  })
}
