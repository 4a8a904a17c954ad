// HTTP for everything that is kept of who is signed in: taking it along, and having it erased.
import { registerCall } from '../../platform/call.ts'
import type { App } from '../../platform/call.ts'
import { formatTime } from '../../platform/clock.ts'
import { beginDownload, refuseForeignLink } from '../../platform/download.ts'
import { networkPrefix } from '../../platform/network-prefix.ts'
import { Refusal } from '../../platform/refusal.ts'
import { readUserAgent } from '../../platform/user-agent.ts'
import { isStillSignedIn, requireConfirmed } from '../../auth/session-guard/require-session.ts'
import { erasePerson } from './erase.ts'
import { writeExport } from './export.ts'
import { noteExport } from './note-export.ts'

/** @param signLog has a checkpoint signed that covers what is sealed, so that what is taken along is proved to its last line */
export function registerOwnData(app: App, signLog: () => Promise<void>): void {
  const { clock, random, rateLimits, cookies, settings, settleLog } = app
  const { queries } = app.database
  const witnesses = settings.witnesses.map(({ verifierKey }) => verifierKey)

  registerCall(app, 'readRetention', async () => {
    const { refusedAttemptDays, endedSessionDays, browserDays } = settings.limits
    return { refusedAttemptDays, endedSessionDays, browserDays }
  })

  registerCall(app, 'exportData', async ({ request, reply }) => {
    refuseForeignLink(request)
    const signedIn = await requireConfirmed(app, request)
    await rateLimits.own('exportsOfPerson', signedIn.person.id)
    const now = clock()
    // Written down before anything leaves: the file has the line itself.
    await noteExport(
      { queries, random },
      signedIn,
      { networkPrefix: networkPrefix(request.ip), userAgent: readUserAgent(request) },
      now,
    )
    await settleLog()
    await signLog()
    const file = {
      name: `countersign-${formatTime(now).slice(0, 10)}.json`,
      mediaType: 'application/json; charset=utf-8',
    }
    const pieces = writeExport({ queries, witnesses, origin: settings.origin, now }, signedIn.person)
    return beginDownload(reply, file, pieces, () => isStillSignedIn(app, request))
  })

  registerCall(app, 'erasePerson', async ({ request, reply }) => {
    const { person, session } = await requireConfirmed(app, request)
    const ended = await erasePerson({ queries, random }, { personId: person.id, session, now: clock() })
    // Somebody was faster, in another browser or on the command line.
    if (ended === null) throw new Refusal('session.required')
    reply.clearCookie(cookies.session.name, cookies.session.options)
    return undefined
  })
}
