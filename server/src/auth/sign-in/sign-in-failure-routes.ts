import { findWalletAppId } from '@countersign/api/sign-in-ways'
import { registerApiEndpoint } from '../../platform/register-api-endpoint.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import { identifyRateLimitCaller } from '../session-guard/identify-rate-limit-caller.ts'
import type { BrowserSignInFailureCounts } from './browser-sign-in-failure-counts.ts'

export function registerSignInFailureRoutes(app: ServerAppContext, failures: BrowserSignInFailureCounts): void {
  registerApiEndpoint(app, 'reportSignInFailure', async ({ body: { reason, wallet }, request }) => {
    await app.rateLimiter.consumeNetworkBudget('signInFailureReports', identifyRateLimitCaller(app, request))
    failures.record({ reason, walletApp: wallet === undefined ? null : findWalletAppId(wallet) }, app.clock())
    return undefined
  })
}
