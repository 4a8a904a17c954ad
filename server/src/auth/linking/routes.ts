// HTTP for linking wallets, unlinking them, and what a person calls them.
import { refusalOf } from '../challenges/answer.ts'
import type { ChallengeApp } from '../challenges/challenge-app.ts'
import { readBrowserHash } from '../../platform/browser-secret.ts'
import { registerCall } from '../../platform/call.ts'
import { requireConfirmed, requireSession } from '../session-guard/require-session.ts'
import { readSignedAttempt } from '../sign-in/read-attempt.ts'
import { describeWallet } from '../../store/wallets/store.ts'
import { changeWallet } from './change-wallet.ts'
import { confirmWallet } from './confirm-wallet.ts'
import { linkWallet } from './link-wallet.ts'
import { unlinkWallet } from './unlink-wallet.ts'

export function registerLinking(app: ChallengeApp): void {
  const { cookies, random, clock } = app
  const { queries } = app.database

  registerCall(app, 'linkWallet', async ({ body, request }) => {
    const signedIn = await requireConfirmed(app, request)
    const attempt = await readSignedAttempt(app, request, body, signedIn.person.id)
    const result = await linkWallet({ ...app, queries }, { ...attempt, purpose: 'link', signedIn })
    if (result.outcome === 'refused') throw refusalOf(result)
    return describeWallet(result.wallet, app.settings)
  })

  registerCall(app, 'changeWallet', async ({ params, body, request }) => {
    const signedIn = await requireSession(app, request)
    return describeWallet(await changeWallet(queries, { signedIn, id: params.id, changes: body }), app.settings)
  })

  registerCall(app, 'confirmWallet', async ({ params, request }) => {
    const signedIn = await requireConfirmed(app, request)
    const { limits } = app.settings
    const browserHash = readBrowserHash(app, request)
    const confirmation = { signedIn, id: params.id, browserHash, now: clock() }
    return describeWallet(await confirmWallet({ queries, random, limits }, confirmation), app.settings)
  })

  registerCall(app, 'unlinkWallet', async ({ params, request, reply }) => {
    const signedIn = await requireConfirmed(app, request)
    await unlinkWallet({ queries, random }, { signedIn, id: params.id, now: clock() })
    const signedOut = signedIn.session.wallet_id === params.id
    if (signedOut) reply.clearCookie(cookies.session.name, cookies.session.options)
    return { signedOut }
  })
}
