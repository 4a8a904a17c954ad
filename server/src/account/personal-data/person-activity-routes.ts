import type { ApiEndpointInput } from '@countersign/api/api-endpoints'
import { readPersonAuditEntries } from '../../audit-log/read-person-audit-entries.ts'
import type { PersonAuditEntryFilter } from '../../audit-log/read-person-audit-entries.ts'
import { countUnsequencedAuditEntries } from '../../audit-log/audit-log-sequencer.ts'
import { registerApiEndpoint } from '../../platform/register-api-endpoint.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import { startFileDownloadResponse, refuseCrossSiteDownload } from '../../platform/stream-file-download.ts'
import { cursorPageRowLimit } from '../../platform/cursor-pagination.ts'
import { ApiError } from '../../platform/api-error.ts'
import {
  isRequestStillSignedIn,
  requireFreshStepUp,
  requireRequestSession,
} from '../../auth/session-guard/require-request-session.ts'
import { writePersonActivityJsonLines, writePersonActivityCsv } from './write-person-activity-export.ts'
import {
  createPersonActivityDescriber,
  findActivityIdentitiesAndWallets,
  readAllPersonActivity,
} from './read-person-activity.ts'

const exportFormats = {
  jsonl: { write: writePersonActivityJsonLines, mediaType: 'application/jsonl; charset=utf-8' },
  csv: { write: writePersonActivityCsv, mediaType: 'text/csv; charset=utf-8; header=present' },
}

export function registerPersonActivityRoutes(app: ServerAppContext): void {
  const { clock, rateLimiter, flushAuditLog } = app
  const { queries } = app.database

  registerApiEndpoint(app, 'listActivity', async ({ query, request }) => {
    const { person } = await requireRequestSession(app, request)
    const before = query.cursor === undefined ? null : Number(query.cursor)
    const owner = await findActivityIdentitiesAndWallets(queries, person.id)
    const unsequencedCount =
      before !== null || (await flushAuditLog()) ? 0 : await countUnsequencedAuditEntries(queries, owner.personIds)
    const lines = await readPersonAuditEntries(queries, owner, parseActivityFilter(query), {
      before,
      size: cursorPageRowLimit,
    })
    const describe = createPersonActivityDescriber(queries)
    const items = []
    for (const line of lines.slice(0, cursorPageRowLimit - 1)) items.push(await describe(line))
    const last = items.at(-1)
    return {
      items,
      nextCursor: lines.length < cursorPageRowLimit || last === undefined ? null : String(last.sequence),
      ...(unsequencedCount > 0 && { beingSequenced: unsequencedCount }),
    }
  })

  registerApiEndpoint(app, 'exportActivity', async ({ query, request, reply }) => {
    refuseCrossSiteDownload(request)
    // The file contains the signed messages, so it requires a step-up (THREATS M17).
    const { person } = await requireFreshStepUp(app, request)
    await rateLimiter.consumeKeyedBudget('exportsOfPerson', person.id)
    await flushAuditLog()
    const { write, mediaType } = exportFormats[query.format]
    const name = `countersign-activity-${formatRfc3339Timestamp(clock()).slice(0, 10)}.${query.format}`
    const lines = readAllPersonActivity(
      queries,
      await findActivityIdentitiesAndWallets(queries, person.id),
      parseActivityFilter(query),
    )
    return startFileDownloadResponse(reply, { name, mediaType }, write(lines), () =>
      isRequestStillSignedIn(app, request),
    )
  })
}

function parseActivityFilter({
  kind,
  outcome,
  from,
  to,
}: ApiEndpointInput<'listActivity'>['query']): PersonAuditEntryFilter {
  return { kind, outcome, from: parseTime(from), to: parseTime(to) }
}

/** Leap seconds match the schema but are not valid dates. */
function parseTime(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw new ApiError('request.invalid', { privateDetail: 'not a valid time' })
  return time
}
