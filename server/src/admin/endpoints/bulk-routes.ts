// HTTP for what is done to many people at once: who it can be done to, doing it to some of them, and people as a file.
import { bulkLimits } from '@countersign/api/limits'
import { actorEvidence } from '../../audit-log/actor.ts'
import { appendEvents } from '../../audit-log/append.ts'
import type { App } from '../../platform/call.ts'
import { formatTime } from '../../platform/clock.ts'
import { beginDownload } from '../../platform/download.ts'
import { registerAdminCall } from '../authorization/admin-call.ts'
import { requirePerson, stillMay } from '../authorization/require-permission.ts'
import { previewBulk, runBulk } from './bulk-people.ts'
import { writePeople } from './people-file.ts'
import { readerFor } from './read-list.ts'

/** Each id with its quotation marks and comma, and what else the body of an export can hold. */
const exportBytes = bulkLimits.people * 30 + 4096

export function registerBulk(app: App): void {
  const { clock, random, rateLimits, database } = app

  registerAdminCall(app, 'previewBulk', async ({ body, admin }) => previewBulk(app, body, admin))

  registerAdminCall(app, 'runBulk', async ({ body, admin }) => runBulk(app, body, admin))

  registerAdminCall(
    app,
    'exportPeople',
    async ({ body, request, reply, admin }) => {
      const actor = requirePerson(admin)
      await rateLimits.own('exportsOfPerson', actor.personId)
      const now = clock()
      const name = `countersign-people-${formatTime(now).slice(0, 10)}.csv`
      const pieces = await beginDownload(
        reply,
        { name, mediaType: 'text/csv; charset=utf-8; header=present' },
        writePeople(app, readerFor(app, reply), body),
        () => stillMay(app, request, 'people.read'),
      )
      // Before anything of it is sent. How many were chosen, or by what they were narrowed down: never who was looked for.
      const narrowed = Object.keys(body.filter ?? {})
        .sort()
        .join(',')
      await database.queries.transaction().execute((transaction) =>
        appendEvents(transaction, random, now, [
          {
            type: 'people.exported',
            outcome: 'success',
            details: { ...(body.ids && { chosen: body.ids.length }), ...(narrowed !== '' && { narrowed }) },
            evidence: { personId: actor.personId, content: actorEvidence(actor) },
          },
        ]),
      )
      return pieces
    },
    { bodyBytes: exportBytes },
  )
}
