// HTTP for challenges.
import { ensureBrowserHash, readBrowserHash } from '../../platform/browser-secret.ts'
import { registerCall } from '../../platform/call.ts'
import type { ChallengeApp } from './challenge-app.ts'
import { Refusal } from '../../platform/refusal.ts'
import { callerOf, signedInCaller } from '../session-guard/caller.ts'
import { requireSession } from '../session-guard/require-session.ts'
import { findOwnAwaited } from './awaited.ts'
import { budgetsOf, issueAsked, readApplicationName, requireChain } from './issue-asked.ts'
import { describeIssued } from './issue.ts'

export function registerChallenges(app: ChallengeApp): void {
  registerCall(app, 'createChallenge', async ({ body, request, reply }) => {
    const budgets = budgetsOf(body.walletKind)
    const stranger = callerOf(app, request)
    for (const budget of budgets) await app.rateLimits.enter(budget, stranger)
    requireChain(app, body.walletKind)
    // What is not a sign-in is for who is signed in, and for them alone.
    const signedIn = body.purpose === 'sign-in' ? null : await requireSession(app, request)
    if (signedIn !== null && body.interaction !== undefined)
      throw new Refusal('interaction.unusable', { privateDetail: `an interaction for the purpose ${body.purpose}` })
    const browserHash = ensureBrowserHash(app, request, reply)
    const asked = {
      purpose: body.purpose,
      walletKind: body.walletKind ?? 'key',
      isElsewhere: false,
      personId: signedIn?.person.id ?? null,
      browserHash,
      interaction: body.interaction ?? null,
    } as const
    const applicationName = await readApplicationName(app, asked)
    for (const budget of budgets)
      await app.rateLimits.share(budget, signedIn === null ? stranger : signedInCaller(request))
    return issueAsked(app, { ...asked, applicationName })
  })

  registerCall(app, 'readChallenge', async ({ params, request }) => {
    const browserHash = readBrowserHash(app, request)
    const challenge =
      browserHash === null
        ? undefined
        : await findOwnAwaited(app.database.queries, { id: params.id, browserHash, now: app.clock() })
    if (challenge === undefined) throw new Refusal('challenge.unusable')
    return {
      ...describeIssued(app.settings, challenge),
      purpose: challenge.purpose,
      interaction: challenge.interaction,
    }
  })
}
