import { ensureBrowserBindingHash, readBrowserBindingHash } from '../../platform/browser-binding-cookie.ts'
import { registerApiEndpoint } from '../../platform/register-api-endpoint.ts'
import type { ChallengeEndpointContext } from './challenge-endpoint-context.ts'
import { ApiError } from '../../platform/api-error.ts'
import {
  identifyRateLimitCaller,
  identifySignedInRateLimitCaller,
} from '../session-guard/identify-rate-limit-caller.ts'
import { requireRequestSession } from '../session-guard/require-request-session.ts'
import { findOwnPendingChallenge } from './pending-challenge-store.ts'
import {
  getChallengeRateLimitBudgets,
  issueChallengeAndExtendInteraction,
  readInteractionForChallenge,
  requireChainForContractWallet,
} from './issue-challenge-and-extend-interaction.ts'
import { toIssuedChallengeResponse } from './issue-authentication-challenge.ts'

export function registerChallengeRoutes(app: ChallengeEndpointContext): void {
  registerApiEndpoint(app, 'createChallenge', async ({ body, request, reply }) => {
    const budgets = getChallengeRateLimitBudgets(body.walletKind)
    const anonymousCaller = identifyRateLimitCaller(app, request)
    for (const budget of budgets) await app.rateLimiter.consumeNetworkBudget(budget, anonymousCaller)
    requireChainForContractWallet(app, body.walletKind)
    const signedIn = body.purpose === 'sign-in' ? null : await requireRequestSession(app, request)
    if (signedIn !== null && body.interaction !== undefined)
      throw new ApiError('interaction.invalid', {
        privateDetail: `an interaction is not allowed for purpose ${body.purpose}`,
      })
    const browserHash = ensureBrowserBindingHash(app, request, reply)
    const challengeRequest = {
      purpose: body.purpose,
      walletKind: body.walletKind ?? 'key',
      isCrossDevice: false,
      personId: signedIn?.person.id ?? null,
      browserHash,
      interaction: body.interaction ?? null,
    } as const
    const named = await readInteractionForChallenge(app, challengeRequest)
    for (const budget of budgets)
      await app.rateLimiter.consumeSharedBudget(
        budget,
        signedIn === null ? anonymousCaller : identifySignedInRateLimitCaller(request),
      )
    return issueChallengeAndExtendInteraction(app, { ...challengeRequest, ...named })
  })

  registerApiEndpoint(app, 'readChallenge', async ({ params, request }) => {
    const browserHash = readBrowserBindingHash(app, request)
    const challenge =
      browserHash === null
        ? undefined
        : await findOwnPendingChallenge(app.database.queries, { id: params.id, browserHash, now: app.clock() })
    if (challenge === undefined) throw new ApiError('challenge.invalid')
    return {
      ...toIssuedChallengeResponse(app.settings, challenge),
      purpose: challenge.purpose,
      interaction: challenge.interaction,
    }
  })
}
