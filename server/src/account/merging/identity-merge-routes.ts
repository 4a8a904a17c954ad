import { createRefusedAttemptApiError } from '../../auth/challenges/authentication-attempt-refusals.ts'
import type { ChallengeEndpointContext } from '../../auth/challenges/challenge-endpoint-context.ts'
import { registerApiEndpoint } from '../../platform/register-api-endpoint.ts'
import { toIpNetworkPrefix } from '../../platform/ip-network-prefix.ts'
import { readUserAgent } from '../../platform/read-user-agent.ts'
import { canSessionTrustOtherBrowsers } from '../../store/sessions/review-untrusted-browsers.ts'
import { requireFreshStepUp, requireRequestSession } from '../../auth/session-guard/require-request-session.ts'
import type { AuthenticatedSession } from '../../auth/session-guard/require-request-session.ts'
import type { OutgoingEmailQueue } from '../../store/email/in-memory-outgoing-email-queue.ts'
import { rateLimitAndParseSignedMessageAttempt } from '../../auth/sign-in/rate-limit-and-parse-authentication-attempt.ts'
import { acceptIdentityMerge } from './accept-identity-merge.ts'
import { confirmAndExecuteIdentityMerge } from './confirm-and-execute-identity-merge.ts'
import { describeIdentityMerge } from './describe-identity-merge.ts'
import { describePendingIdentityMerge } from './describe-pending-identity-merge.ts'
import { composePendingIdentityMergeEmail } from './compose-pending-identity-merge-email.ts'
import { offerIdentityMerge } from './offer-identity-merge.ts'
import { listUndoableIdentityMerges } from '../../store/people/identity-merge-store.ts'
import { listPendingIdentityMerges } from '../../store/people/identity-merge-offer-store.ts'
import { refuseOrCancelIdentityMerge } from './refuse-or-cancel-identity-merge.ts'
import { undoIdentityMerge } from './undo-identity-merge.ts'

export function registerIdentityMergeRoutes(
  app: ChallengeEndpointContext,
  { outbox }: { outbox: OutgoingEmailQueue | null },
): void {
  const { cookies, random, clock } = app
  const { queries } = app.database
  const { limits, origin } = app.settings

  /** The check runs before a step-up, so that the person does not step up for nothing. */
  const canConfirm = (signedIn: AuthenticatedSession): Promise<boolean> =>
    canSessionTrustOtherBrowsers(queries, signedIn, { newBrowserNoticeDays: limits.newBrowserNoticeDays, now: clock() })

  registerApiEndpoint(app, 'offerMerge', async ({ body, request }) => {
    const signedIn = await requireFreshStepUp(app, request)
    const attempt = await rateLimitAndParseSignedMessageAttempt(app, request, body, signedIn.person.id)
    const result = await offerIdentityMerge({ ...app, queries }, { ...attempt, purpose: 'merge', signedIn })
    if (result.outcome === 'refused') throw createRefusedAttemptApiError(result)
    return describeIdentityMerge(queries, result.offer, { limits, now: clock() })
  })

  registerApiEndpoint(app, 'listMerges', async ({ request }) => {
    const { person } = await requireRequestSession(app, request)
    const now = clock()
    const rows = await listUndoableIdentityMerges(queries, person.id, now)
    return {
      items: await Promise.all(rows.map((row) => describeIdentityMerge(queries, row, { limits, now }))),
      nextCursor: null,
    }
  })

  registerApiEndpoint(app, 'listPendingMerges', async ({ request }) => {
    const signedIn = await requireRequestSession(app, request)
    const { id: personId } = signedIn.person
    const rows = await listPendingIdentityMerges(queries, personId)
    if (rows.length === 0) return { items: [], nextCursor: null }
    const view = { personId, mayConfirm: await canConfirm(signedIn), limits, now: clock() }
    return {
      items: await Promise.all(rows.map((row) => describePendingIdentityMerge(queries, row, view))),
      nextCursor: null,
    }
  })

  registerApiEndpoint(app, 'acceptMerge', async ({ params, request }) => {
    const signedIn = await requireFreshStepUp(app, request)
    const from = { networkPrefix: toIpNetworkPrefix(request.ip), userAgent: readUserAgent(request) }
    const { merge, notify } = await acceptIdentityMerge(
      { queries, random, limits },
      { signedIn, id: params.id, ...from, now: clock() },
    )
    if (notify !== null) outbox?.enqueue(composePendingIdentityMergeEmail(notify, merge, origin))
    return describeIdentityMerge(queries, merge, { limits, now: clock() })
  })

  registerApiEndpoint(app, 'confirmMerge', async ({ params, request, reply }) => {
    const signedIn = await requireFreshStepUp(app, request)
    await confirmAndExecuteIdentityMerge({ queries, random, limits }, { signedIn, id: params.id, now: clock() })
    reply.clearCookie(cookies.session.name, cookies.session.options)
    return undefined
  })

  registerApiEndpoint(app, 'refuseMerge', async ({ params, request }) => {
    const signedIn = await requireRequestSession(app, request)
    await refuseOrCancelIdentityMerge({ queries, random }, { signedIn, id: params.id, now: clock() })
    return undefined
  })

  registerApiEndpoint(app, 'undoMerge', async ({ params, request, reply }) => {
    const signedIn = await requireFreshStepUp(app, request)
    const signedOut = await undoIdentityMerge({ queries, random }, { signedIn, id: params.id, now: clock() })
    if (signedOut) reply.clearCookie(cookies.session.name, cookies.session.options)
    return { signedOut }
  })
}
