import { registerApiEndpoint } from '../../platform/register-api-endpoint.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import { toIpNetworkPrefix } from '../../platform/ip-network-prefix.ts'
import { listPendingIdentityMerges } from '../../store/people/identity-merge-offer-store.ts'
import { ApiError } from '../../platform/api-error.ts'
import {
  reportUnrecognizedBrowser,
  listUntrustedBrowsers,
  trustBrowser,
  canSessionTrustOtherBrowsers,
} from '../../store/sessions/review-untrusted-browsers.ts'
import {
  requireFreshStepUp,
  requireRequestSession,
  requireTrustedBrowserOrStepUp,
} from '../../auth/session-guard/require-request-session.ts'

export function registerBrowserTrustRoutes(app: ServerAppContext): void {
  const { clock, random } = app
  const { queries } = app.database

  registerApiEndpoint(app, 'listUntrustedBrowsers', async ({ request }) => {
    const signedIn = await requireRequestSession(app, request)
    const { person, session } = signedIn
    const rows = await listUntrustedBrowsers(queries, {
      personId: person.id,
      ownBrowserId: session.browser_id,
      now: clock(),
    })
    const currentNetwork = toIpNetworkPrefix(request.ip)
    const { newBrowserNoticeDays } = app.settings.limits
    const canVouch =
      rows.length > 0 && (await canSessionTrustOtherBrowsers(queries, signedIn, { newBrowserNoticeDays, now: clock() }))
    const items = rows.map((row) => ({
      id: row.id,
      userAgent: row.user_agent,
      networkPrefix: row.network_prefix,
      sameNetwork: row.network_prefix === currentNetwork,
      firstSeenAt: formatRfc3339Timestamp(row.first_seen_at),
      lastSeenAt: formatRfc3339Timestamp(row.last_seen_at),
      sessions: row.sessions,
      answerable: canVouch,
    }))
    // The list has no pages: when the person has decided on these browsers, the next ones appear.
    return { items, nextCursor: null, pendingMerges: (await listPendingIdentityMerges(queries, person.id)).length }
  })

  registerApiEndpoint(app, 'trustBrowser', async ({ params, request }) => {
    const { newBrowserNoticeDays } = app.settings.limits
    if (
      !(await canSessionTrustOtherBrowsers(queries, await requireRequestSession(app, request), {
        newBrowserNoticeDays,
        now: clock(),
      }))
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

  registerApiEndpoint(app, 'reportBrowser', async ({ params, request }) => {
    const signedIn = await requireTrustedBrowserOrStepUp(app, request)
    // The current session is ended by signing out, not here.
    if (params.id === signedIn.session.browser_id) throw new ApiError('browser.not_found')
    const ended = await reportUnrecognizedBrowser({ queries, random }, signedIn, { browserId: params.id, now: clock() })
    if (ended === null) throw new ApiError('browser.not_found')
    return { ended }
  })
}
