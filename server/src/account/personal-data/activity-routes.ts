// HTTP for the activity of who is signed in: a page of it, and the whole as a file.
import type { CallInput } from '@countersign/api/calls'
import { readActivity } from '../../audit-log/read.ts'
import type { ActivityFilter } from '../../audit-log/read.ts'
import { countWaiting } from '../../audit-log/seal.ts'
import { registerCall } from '../../platform/call.ts'
import type { App } from '../../platform/call.ts'
import { formatTime } from '../../platform/clock.ts'
import { beginDownload, refuseForeignLink } from '../../platform/download.ts'
import { rowsForPage } from '../../platform/paging.ts'
import { Refusal } from '../../platform/refusal.ts'
import { isStillSignedIn, requireConfirmed, requireSession } from '../../auth/session-guard/require-session.ts'
import { writeJsonLines, writeTable } from './activity-file.ts'
import { createDescriber, findOwner, readWholeActivity } from './activity.ts'

const files = {
  jsonl: { write: writeJsonLines, mediaType: 'application/jsonl; charset=utf-8' },
  csv: { write: writeTable, mediaType: 'text/csv; charset=utf-8; header=present' },
}

export function registerActivity(app: App): void {
  const { clock, rateLimits, settleLog } = app
  const { queries } = app.database

  registerCall(app, 'listActivity', async ({ query, request }) => {
    const { person } = await requireSession(app, request)
    const before = query.cursor === undefined ? null : Number(query.cursor)
    const owner = await findOwner(queries, person.id)
    const waiting = before !== null || (await settleLog()) ? 0 : await countWaiting(queries, owner.personIds)
    const lines = await readActivity(queries, owner, readFilter(query), {
      before,
      size: rowsForPage,
    })
    const describe = createDescriber(queries)
    const items = []
    for (const line of lines.slice(0, rowsForPage - 1)) items.push(await describe(line))
    const last = items.at(-1)
    return {
      items,
      nextCursor: lines.length < rowsForPage || last === undefined ? null : String(last.sequence),
      ...(waiting > 0 && { beingSealed: waiting }),
    }
  })

  registerCall(app, 'exportActivity', async ({ query, request, reply }) => {
    refuseForeignLink(request)
    // The file has the signed messages whole, as the export of everything has (THREATS M17).
    const { person } = await requireConfirmed(app, request)
    await rateLimits.own('exportsOfPerson', person.id)
    await settleLog()
    const { write, mediaType } = files[query.format]
    const name = `countersign-activity-${formatTime(clock()).slice(0, 10)}.${query.format}`
    const lines = readWholeActivity(queries, await findOwner(queries, person.id), readFilter(query))
    return beginDownload(reply, { name, mediaType }, write(lines), () => isStillSignedIn(app, request))
  })
}

function readFilter({ kind, outcome, from, to }: CallInput<'listActivity'>['query']): ActivityFilter {
  return { kind, outcome, from: readTime(from), to: readTime(to) }
}

/** The form was checked; a leap second has it too, and is no moment that the log could have. */
function readTime(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw new Refusal('request.invalid', { privateDetail: 'no moment' })
  return time
}
