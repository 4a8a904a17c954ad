// HTTP for the activity of who is signed in: a page of it, and the whole as a file.
import type { EndpointInput } from '@countersign/api/api-endpoints'
import { readPersonActivity } from '../../audit-log/read-person-activity.ts'
import type { ActivityFilter } from '../../audit-log/read-person-activity.ts'
import { countUnsequencedEntries } from '../../audit-log/audit-log-sequencer.ts'
import { registerEndpoint } from '../../platform/register-endpoint.ts'
import type { AppContext } from '../../platform/register-endpoint.ts'
import { formatTimestamp } from '../../platform/clock.ts'
import { startDownload, refuseCrossSiteDownload } from '../../platform/stream-download.ts'
import { pageQueryLimit } from '../../platform/cursor-pagination.ts'
import { ApiError } from '../../platform/api-error.ts'
import { isStillSignedIn, requireFreshStepUp, requireSession } from '../../auth/session-guard/require-session.ts'
import { writeActivityJsonLines, writeActivityCsv } from './activity-export-formats.ts'
import { createActivityDescriber, findActivityOwner, readAllActivity } from './person-activity.ts'

const exportFormats = {
  jsonl: { write: writeActivityJsonLines, mediaType: 'application/jsonl; charset=utf-8' },
  csv: { write: writeActivityCsv, mediaType: 'text/csv; charset=utf-8; header=present' },
}

export function registerActivityRoutes(app: AppContext): void {
  const { clock, rateLimiter, flushAuditLog } = app
  const { queries } = app.database

  registerEndpoint(app, 'listActivity', async ({ query, request }) => {
    const { person } = await requireSession(app, request)
    const before = query.cursor === undefined ? null : Number(query.cursor)
    const owner = await findActivityOwner(queries, person.id)
    const unsequencedCount =
      before !== null || (await flushAuditLog()) ? 0 : await countUnsequencedEntries(queries, owner.personIds)
    const lines = await readPersonActivity(queries, owner, parseActivityFilter(query), {
      before,
      size: pageQueryLimit,
    })
    const describe = createActivityDescriber(queries)
    const items = []
    for (const line of lines.slice(0, pageQueryLimit - 1)) items.push(await describe(line))
    const last = items.at(-1)
    return {
      items,
      nextCursor: lines.length < pageQueryLimit || last === undefined ? null : String(last.sequence),
      ...(unsequencedCount > 0 && { beingSequenced: unsequencedCount }),
    }
  })

  registerEndpoint(app, 'exportActivity', async ({ query, request, reply }) => {
    refuseCrossSiteDownload(request)
    // The file has the signed messages whole, as the export of everything has (THREATS M17).
    const { person } = await requireFreshStepUp(app, request)
    await rateLimiter.consumeKeyedBudget('exportsOfPerson', person.id)
    await flushAuditLog()
    const { write, mediaType } = exportFormats[query.format]
    const name = `countersign-activity-${formatTimestamp(clock()).slice(0, 10)}.${query.format}`
    const lines = readAllActivity(queries, await findActivityOwner(queries, person.id), parseActivityFilter(query))
    return startDownload(reply, { name, mediaType }, write(lines), () => isStillSignedIn(app, request))
  })
}

function parseActivityFilter({ kind, outcome, from, to }: EndpointInput<'listActivity'>['query']): ActivityFilter {
  return { kind, outcome, from: parseTime(from), to: parseTime(to) }
}

/** The form was checked; a leap second has it too, and is no moment that the log could have. */
function parseTime(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw new ApiError('request.invalid', { privateDetail: 'no moment' })
  return time
}
