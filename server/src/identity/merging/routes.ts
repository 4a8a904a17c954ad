// HTTP for merging two identities: an offer that shows what would happen, the merge, and its undoing.
import { refusalOf } from '../challenges/answer.ts'
import type { ChallengeApp } from '../challenges/challenge-app.ts'
import { registerCall } from '../../platform/call.ts'
import { networkPrefix } from '../../platform/network-prefix.ts'
import { readUserAgent } from '../../platform/user-agent.ts'
import { requireConfirmed, requireSession } from '../sessions/require-session.ts'
import { readSignedAttempt } from '../sign-in/read-attempt.ts'
import { acceptMerge } from './accept-merge.ts'
import { describeMerge } from './describe-merge.ts'
import { offerMerge } from './offer-merge.ts'
import { listOpenMerges } from '../people/merges.ts'
import { undoMerge } from './undo-merge.ts'

export function registerMerging(app: ChallengeApp): void {
  const { cookies, random, clock } = app
  const { queries } = app.database
  const { limits } = app.settings

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

  registerCall(app, 'acceptMerge', async ({ params, request }) => {
    const signedIn = await requireConfirmed(app, request)
    const from = { networkPrefix: networkPrefix(request.ip), userAgent: readUserAgent(request) }
    const merge = await acceptMerge({ queries, random, limits }, { signedIn, id: params.id, ...from, now: clock() })
    return describeMerge(queries, merge, { limits, now: clock() })
  })

  registerCall(app, 'undoMerge', async ({ params, request, reply }) => {
    const signedIn = await requireConfirmed(app, request)
    const signedOut = await undoMerge({ queries, random }, { signedIn, id: params.id, now: clock() })
    if (signedOut) reply.clearCookie(cookies.session.name, cookies.session.options)
    return { signedOut }
  })
}
