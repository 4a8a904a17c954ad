// HTTP for the browsers that a person may not know: which there are, that one is their own, that one is not.
import { registerCall } from '../../platform/call.ts'
import type { App } from '../../platform/call.ts'
import { formatTime } from '../../platform/clock.ts'
import { networkPrefix } from '../../platform/network-prefix.ts'
import { listPendingMerges } from '../../store/people/merges.ts'
import { Refusal } from '../../platform/refusal.ts'
import { disownBrowser, listNewBrowsers, markKnown, mayAnswer } from '../../store/sessions/new-browsers.ts'
import { requireConfirmed, requireSession, requireTrusted } from '../../auth/session-guard/require-session.ts'

export function registerBrowsers(app: App): void {
  const { clock, random } = app
  const { queries } = app.database

  registerCall(app, 'listNewBrowsers', async ({ request }) => {
    const signedIn = await requireSession(app, request)
    const { person, session } = signedIn
    const rows = await listNewBrowsers(queries, { personId: person.id, ownBrowserId: session.browser_id, now: clock() })
    const here = networkPrefix(request.ip)
    const { newBrowserDays } = app.settings.limits
    const answerable = rows.length > 0 && (await mayAnswer(queries, signedIn, { newBrowserDays, now: clock() }))
    const items = rows.map((row) => ({
      id: row.id,
      userAgent: row.user_agent,
      networkPrefix: row.network_prefix,
      sameNetwork: row.network_prefix === here,
      firstSeenAt: formatTime(row.first_seen_at),
      lastSeenAt: formatTime(row.last_seen_at),
      sessions: row.sessions,
      answerable,
    }))
    // Nobody has to page through them: as each is answered for, the next comes up.
    return { items, nextCursor: null, pendingMerges: (await listPendingMerges(queries, person.id)).length }
  })

  registerCall(app, 'recogniseBrowser', async ({ params, request }) => {
    const { newBrowserDays } = app.settings.limits
    if (!(await mayAnswer(queries, await requireSession(app, request), { newBrowserDays, now: clock() })))
      throw new Refusal('browser.newer')
    const signedIn = await requireConfirmed(app, request)
    const known = await markKnown({ queries, random }, signedIn, {
      browserId: params.id,
      newBrowserDays,
      now: clock(),
    })
    if (!known) throw new Refusal('browser.not_found')
    return undefined
  })

  registerCall(app, 'disownBrowser', async ({ params, request }) => {
    const signedIn = await requireTrusted(app, request)
    // A browser that disowns itself means to sign out, and there is a call for that.
    if (params.id === signedIn.session.browser_id) throw new Refusal('browser.not_found')
    const ended = await disownBrowser({ queries, random }, signedIn, { browserId: params.id, now: clock() })
    if (ended === null) throw new Refusal('browser.not_found')
    return { ended }
  })
}
