import { registerApiEndpoint } from '../../platform/register-api-endpoint.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import { startFileDownloadResponse, refuseCrossSiteDownload } from '../../platform/stream-file-download.ts'
import { toIpNetworkPrefix } from '../../platform/ip-network-prefix.ts'
import { ApiError } from '../../platform/api-error.ts'
import { readUserAgent } from '../../platform/read-user-agent.ts'
import { isRequestStillSignedIn, requireFreshStepUp } from '../../auth/session-guard/require-request-session.ts'
import { erasePerson } from './erase-person.ts'
import { writePersonalDataExport } from './export-personal-data.ts'
import { recordPersonalDataExport } from './record-personal-data-export.ts'

/** `signCheckpoint` covers all sequenced entries, so that the export can include their proofs. */
export function registerPersonalDataRoutes(app: ServerAppContext, signCheckpoint: () => Promise<void>): void {
  const { clock, random, rateLimiter, cookies, settings, flushAuditLog } = app
  const { queries } = app.database
  const witnesses = settings.witnesses.map(({ verifierKey }) => verifierKey)

  registerApiEndpoint(app, 'readRetention', async () => {
    const { refusedAttemptRetentionDays, endedSessionRetentionDays, browserRetentionDays } = settings.limits
    return { refusedAttemptRetentionDays, endedSessionRetentionDays, browserRetentionDays }
  })

  registerApiEndpoint(app, 'exportData', async ({ request, reply }) => {
    refuseCrossSiteDownload(request)
    const signedIn = await requireFreshStepUp(app, request)
    await rateLimiter.consumeKeyedBudget('exportsOfPerson', signedIn.person.id)
    const now = clock()
    // The event is recorded before the export, which therefore contains it.
    await recordPersonalDataExport(
      { queries, random },
      signedIn,
      { networkPrefix: toIpNetworkPrefix(request.ip), userAgent: readUserAgent(request) },
      now,
    )
    await flushAuditLog()
    await signCheckpoint()
    const file = {
      name: `countersign-${formatRfc3339Timestamp(now).slice(0, 10)}.json`,
      mediaType: 'application/json; charset=utf-8',
    }
    const pieces = writePersonalDataExport({ queries, witnesses, origin: settings.origin, now }, signedIn.person)
    return startFileDownloadResponse(reply, file, pieces, () => isRequestStillSignedIn(app, request))
  })

  registerApiEndpoint(app, 'erasePerson', async ({ request, reply }) => {
    const { person, session } = await requireFreshStepUp(app, request)
    const ended = await erasePerson({ queries, random }, { personId: person.id, session, now: clock() })
    // Another browser or the CLI has erased the person concurrently.
    if (ended === null) throw new ApiError('session.required')
    reply.clearCookie(cookies.session.name, cookies.session.options)
    return undefined
  })
}
