import { createRefusedAttemptApiError } from '../challenges/authentication-attempt-refusals.ts'
import type { ChallengeEndpointContext } from '../challenges/challenge-endpoint-context.ts'
import { readBrowserBindingHash } from '../../platform/browser-binding-cookie.ts'
import { registerApiEndpoint } from '../../platform/register-api-endpoint.ts'
import { requireFreshStepUp, requireRequestSession } from '../session-guard/require-request-session.ts'
import { rateLimitAndParseSignedMessageAttempt } from '../sign-in/rate-limit-and-parse-authentication-attempt.ts'
import { describeWalletForApiResponse } from '../../store/wallets/wallet-store.ts'
import { updatePersonWallet } from './update-person-wallet.ts'
import { confirmWalletOnHold } from './confirm-wallet-on-hold.ts'
import { linkWallet } from './link-wallet.ts'
import { unlinkWallet } from './unlink-wallet.ts'

export function registerWalletLinkingRoutes(app: ChallengeEndpointContext): void {
  const { cookies, random, clock } = app
  const { queries } = app.database

  registerApiEndpoint(app, 'linkWallet', async ({ body, request }) => {
    const signedIn = await requireFreshStepUp(app, request)
    const attempt = await rateLimitAndParseSignedMessageAttempt(app, request, body, signedIn.person.id)
    const result = await linkWallet({ ...app, queries }, { ...attempt, purpose: 'link', signedIn })
    if (result.outcome === 'refused') throw createRefusedAttemptApiError(result)
    return describeWalletForApiResponse(result.wallet, app.settings)
  })

  registerApiEndpoint(app, 'changeWallet', async ({ params, body, request }) => {
    const signedIn = await requireRequestSession(app, request)
    return describeWalletForApiResponse(
      await updatePersonWallet(queries, { signedIn, id: params.id, changes: body }),
      app.settings,
    )
  })

  registerApiEndpoint(app, 'confirmWallet', async ({ params, request }) => {
    const signedIn = await requireFreshStepUp(app, request)
    const { limits } = app.settings
    const browserHash = readBrowserBindingHash(app, request)
    const confirmation = { signedIn, id: params.id, browserHash, now: clock() }
    return describeWalletForApiResponse(
      await confirmWalletOnHold({ queries, random, limits }, confirmation),
      app.settings,
    )
  })

  registerApiEndpoint(app, 'unlinkWallet', async ({ params, request, reply }) => {
    const signedIn = await requireFreshStepUp(app, request)
    await unlinkWallet({ queries, random }, { signedIn, id: params.id, now: clock() })
    const signedOut = signedIn.session.wallet_id === params.id
    if (signedOut) reply.clearCookie(cookies.session.name, cookies.session.options)
    return { signedOut }
  })
}
