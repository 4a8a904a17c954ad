import { createRefusedAttemptApiError } from '../challenges/authentication-attempt-refusals.ts'
import type { ChallengeEndpointContext } from '../challenges/challenge-endpoint-context.ts'
import { registerApiEndpoint } from '../../platform/register-api-endpoint.ts'
import { setSessionCookie, getPathAfterSignIn } from './set-session-cookie.ts'
import { rateLimitAndParseSignedMessageAttempt } from './rate-limit-and-parse-authentication-attempt.ts'
import { processWalletSignInAttempt } from './process-wallet-sign-in-attempt.ts'
import { readWalletAppHeader } from './read-wallet-app-header.ts'
import { guessSignInMetricWay } from './sign-in-metric-ways.ts'
import type { SignInMetrics } from './sign-in-metrics.ts'

export function registerSignInRoutes(app: ChallengeEndpointContext, signInMetrics: SignInMetrics): void {
  registerApiEndpoint(app, 'signIn', async ({ body, request, reply }) => {
    const walletApp = readWalletAppHeader(request)
    const attempt = await rateLimitAndParseSignedMessageAttempt(app, request, body, null)
    const result = await signInMetrics.countAttempt({ way: guessSignInMetricWay(body.message), walletApp }, () =>
      processWalletSignInAttempt(
        { ...app, queries: app.database.queries },
        { ...attempt, walletApp, purpose: 'sign-in' },
      ),
    )
    if (result.outcome === 'refused') throw createRefusedAttemptApiError(result)
    return { ...setSessionCookie(app, request, reply, result), next: getPathAfterSignIn(body.interaction) }
  })
}
