// HTTP for merging two identities: an offer that shows what would happen, the merge or its waiting time, and its undoing.
import { refusalOf } from '../../auth/challenges/answer.ts'
import type { ChallengeApp } from '../../auth/challenges/challenge-app.ts'
import { registerCall } from '../../platform/call.ts'
import { networkPrefix } from '../../platform/network-prefix.ts'
import { readUserAgent } from '../../platform/user-agent.ts'
import { mayAnswer } from '../../store/sessions/new-browsers.ts'
import { requireConfirmed, requireSession } from '../../auth/session-guard/require-session.ts'
import type { SignedIn } from '../../auth/session-guard/require-session.ts'
import type { Outbox } from '../../store/email/outbox.ts'
import { readSignedAttempt } from '../../auth/sign-in/read-attempt.ts'
import { acceptMerge } from './accept-merge.ts'
import { confirmMerge } from './confirm-merge.ts'
import { describeMerge } from './describe-merge.ts'
import { describePending } from './describe-pending.ts'
import { writePendingLetter } from './pending-letter.ts'
import { offerMerge } from './offer-merge.ts'
import { listOpenMerges, listPendingMerges } from '../../store/people/merges.ts'
import { refuseMerge } from './refuse-merge.ts'
import { undoMerge } from './undo-merge.ts'

export function registerMerging(app: ChallengeApp, { outbox }: { outbox: Outbox | null }): void {
  const { cookies, random, clock } = app
  const { queries } = app.database
  const { limits, origin } = app.settings

  /** Whether a session can confirm, be it after a step-up: asked first, so that nobody signs for nothing. */
  const mayConfirm = (signedIn: SignedIn): Promise<boolean> =>
    mayAnswer(queries, signedIn, { newBrowserDays: limits.newBrowserDays, now: clock() })

  registerCall(app, 'offerMerge', async ({ body, request }) => {
    const signedIn = await requireConfirmed(app, request)
    const attempt = await readSignedAttempt(app, request, body, signedIn.person.id)
    const result = await offerMerge({ ...app, queries }, { ...attempt, purpose: 'merge', signedIn })
    if (result.outcome === 'refused') throw refusalOf(result)
    return describeMerge(queries, result.offer, { limits, now: clock() })
  })

  registerCall(app, 'listMerges', async ({ request }) => {
    const { person } = await requireSession(app, request)
    const now = clock()
    const rows = await listOpenMerges(queries, person.id, now)
    return {
      items: await Promise.all(rows.map((row) => describeMerge(queries, row, { limits, now }))),
      nextCursor: null,
    }
  })

  registerCall(app, 'listPendingMerges', async ({ request }) => {
    const signedIn = await requireSession(app, request)
    const { id: personId } = signedIn.person
    const rows = await listPendingMerges(queries, personId)
    if (rows.length === 0) return { items: [], nextCursor: null }
    const view = { personId, mayConfirm: await mayConfirm(signedIn), limits, now: clock() }
    return { items: await Promise.all(rows.map((row) => describePending(queries, row, view))), nextCursor: null }
  })

  registerCall(app, 'acceptMerge', async ({ params, request }) => {
    const signedIn = await requireConfirmed(app, request)
    const from = { networkPrefix: networkPrefix(request.ip), userAgent: readUserAgent(request) }
    const { merge, notify } = await acceptMerge(
      { queries, random, limits },
      { signedIn, id: params.id, ...from, now: clock() },
    )
    if (notify !== null) outbox?.post(writePendingLetter(notify, merge, origin))
    return describeMerge(queries, merge, { limits, now: clock() })
  })

  registerCall(app, 'confirmMerge', async ({ params, request, reply }) => {
    const signedIn = await requireConfirmed(app, request)
    await confirmMerge({ queries, random, limits }, { signedIn, id: params.id, now: clock() })
    reply.clearCookie(cookies.session.name, cookies.session.options)
    return undefined
  })

  registerCall(app, 'refuseMerge', async ({ params, request }) => {
    const signedIn = await requireSession(app, request)
    await refuseMerge({ queries, random }, { signedIn, id: params.id, now: clock() })
    return undefined
  })

  registerCall(app, 'undoMerge', async ({ params, request, reply }) => {
    const signedIn = await requireConfirmed(app, request)
    const signedOut = await undoMerge({ queries, random }, { signedIn, id: params.id, now: clock() })
    if (signedOut) reply.clearCookie(cookies.session.name, cookies.session.options)
    return { signedOut }
  })
}
