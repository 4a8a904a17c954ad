// HTTP for linking wallets, unlinking them, and what a person calls them.
import { createRefusedAttemptApiError } from '../challenges/authentication-attempt.ts'
import type { ChallengeAppContext } from '../challenges/challenge-app-context.ts'
import { readBrowserBindingHash } from '../../platform/browser-binding-cookie.ts'
import { registerEndpoint } from '../../platform/register-endpoint.ts'
import { requireFreshStepUp, requireSession } from '../session-guard/require-session.ts'
import { parseSignedMessageAttempt } from '../sign-in/parse-authentication-attempt.ts'
import { describeWallet } from '../../store/wallets/wallet-store.ts'
import { updateWallet } from './update-wallet.ts'
import { confirmWalletOnHold } from './confirm-wallet-on-hold.ts'
import { linkWallet } from './link-wallet.ts'
import { unlinkWallet } from './unlink-wallet.ts'

export function registerWalletLinkingRoutes(app: ChallengeAppContext): void {
  const { cookies, random, clock } = app
  const { queries } = app.database

  registerEndpoint(app, 'linkWallet', async ({ body, request }) => {
    const signedIn = await requireFreshStepUp(app, request)
    const attempt = await parseSignedMessageAttempt(app, request, body, signedIn.person.id)
    const result = await linkWallet({ ...app, queries }, { ...attempt, purpose: 'link', signedIn })
    if (result.outcome === 'refused') throw createRefusedAttemptApiError(result)
    return describeWallet(result.wallet, app.settings)
  })

  registerEndpoint(app, 'changeWallet', async ({ params, body, request }) => {
    const signedIn = await requireSession(app, request)
    return describeWallet(await updateWallet(queries, { signedIn, id: params.id, changes: body }), app.settings)
  })

  registerEndpoint(app, 'confirmWallet', async ({ params, request }) => {
    const signedIn = await requireFreshStepUp(app, request)
    const { limits } = app.settings
    const browserHash = readBrowserBindingHash(app, request)
    const confirmation = { signedIn, id: params.id, browserHash, now: clock() }
    return describeWallet(await confirmWalletOnHold({ queries, random, limits }, confirmation), app.settings)
  })

  registerEndpoint(app, 'unlinkWallet', async ({ params, request, reply }) => {
    const signedIn = await requireFreshStepUp(app, request)
    await unlinkWallet({ queries, random }, { signedIn, id: params.id, now: clock() })
    const signedOut = signedIn.session.wallet_id === params.id
    if (signedOut) reply.clearCookie(cookies.session.name, cookies.session.options)
    return { signedOut }
  })
}
