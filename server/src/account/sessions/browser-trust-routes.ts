// HTTP for the browsers that a person may not know: which there are, that one is their own, that one is not.
import { registerEndpoint } from '../../platform/register-endpoint.ts'
import type { AppContext } from '../../platform/register-endpoint.ts'
import { formatTimestamp } from '../../platform/clock.ts'
import { toNetworkPrefix } from '../../platform/network-prefix.ts'
import { listPendingIdentityMerges } from '../../store/people/merge-offer-store.ts'
import { ApiError } from '../../platform/api-error.ts'
import {
  reportUnrecognizedBrowser,
  listUntrustedBrowsers,
  trustBrowser,
  canVouchForBrowsers,
} from '../../store/sessions/untrusted-browsers.ts'
import {
  requireFreshStepUp,
  requireSession,
  requireTrustedBrowserOrStepUp,
} from '../../auth/session-guard/require-session.ts'

export function registerBrowserTrustRoutes(app: AppContext): void {
  const { clock, random } = app
  const { queries } = app.database

  registerEndpoint(app, 'listUntrustedBrowsers', async ({ request }) => {
    const signedIn = await requireSession(app, request)
    const { person, session } = signedIn
    const rows = await listUntrustedBrowsers(queries, {
      personId: person.id,
      ownBrowserId: session.browser_id,
      now: clock(),
    })
    const currentNetwork = toNetworkPrefix(request.ip)
    const { newBrowserNoticeDays } = app.settings.limits
    const canVouch =
      rows.length > 0 && (await canVouchForBrowsers(queries, signedIn, { newBrowserNoticeDays, now: clock() }))
    const items = rows.map((row) => ({
      id: row.id,
      userAgent: row.user_agent,
      networkPrefix: row.network_prefix,
      sameNetwork: row.network_prefix === currentNetwork,
      firstSeenAt: formatTimestamp(row.first_seen_at),
      lastSeenAt: formatTimestamp(row.last_seen_at),
      sessions: row.sessions,
      answerable: canVouch,
    }))
    // Nobody has to page through them: as each is answered for, the next comes up.
    return { items, nextCursor: null, pendingMerges: (await listPendingIdentityMerges(queries, person.id)).length }
  })

  registerEndpoint(app, 'trustBrowser', async ({ params, request }) => {
    const { newBrowserNoticeDays } = app.settings.limits
    if (
      !(await canVouchForBrowsers(queries, await requireSession(app, request), { newBrowserNoticeDays, now: clock() }))
    )
      throw new ApiError('browser.not_trusted')
    const signedIn = await requireFreshStepUp(app, request)
    const known = await trustBrowser({ queries, random }, signedIn, {
      browserId: params.id,
      newBrowserNoticeDays,
      now: clock(),
    })
    if (!known) throw new ApiError('browser.not_found')
    return undefined
  })

  registerEndpoint(app, 'reportBrowser', async ({ params, request }) => {
    const signedIn = await requireTrustedBrowserOrStepUp(app, request)
    // A browser that disowns itself means to sign out, and there is a call for that.
    if (params.id === signedIn.session.browser_id) throw new ApiError('browser.not_found')
    const ended = await reportUnrecognizedBrowser({ queries, random }, signedIn, { browserId: params.id, now: clock() })
    if (ended === null) throw new ApiError('browser.not_found')
    return { ended }
  })
}
