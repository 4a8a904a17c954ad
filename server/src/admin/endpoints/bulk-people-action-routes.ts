import { bulkActionLimits } from '@countersign/api/server-limits'
import { createAuditEventActorFields } from '../../audit-log/audit-actor.ts'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import { startFileDownloadResponse } from '../../platform/stream-file-download.ts'
import { registerAdminEndpoint } from '../authorization/register-admin-endpoint.ts'
import { requirePersonCaller, isAdminStillPermitted } from '../authorization/require-admin-permission.ts'
import { previewBulkPeopleAction, runBulkPeopleAction } from './bulk-people-actions.ts'
import { streamPeopleCsv } from './stream-people-csv.ts'
import { createReplicaOrDatabaseReader } from './replica-or-database-reader.ts'

const exportBytes = bulkActionLimits.people * 30 + 4096

export function registerBulkPeopleActionRoutes(app: ServerAppContext): void {
  const { clock, random, rateLimiter, database } = app

  registerAdminEndpoint(app, 'previewBulk', async ({ body, admin }) => previewBulkPeopleAction(app, body, admin))

  registerAdminEndpoint(app, 'runBulk', async ({ body, admin }) => runBulkPeopleAction(app, body, admin))

  registerAdminEndpoint(
    app,
    'exportPeople',
    async ({ body, request, reply, admin }) => {
      const actor = requirePersonCaller(admin)
      await rateLimiter.consumeKeyedBudget('exportsOfPerson', actor.personId)
      const now = clock()
      const name = `countersign-people-${formatRfc3339Timestamp(now).slice(0, 10)}.csv`
      const pieces = await startFileDownloadResponse(
        reply,
        { name, mediaType: 'text/csv; charset=utf-8; header=present' },
        streamPeopleCsv(app, createReplicaOrDatabaseReader(app, reply), body),
        () => isAdminStillPermitted(app, request, 'people.read'),
      )
      // The export is logged before it starts, without the filter values.
      const narrowed = Object.keys(body.filter ?? {})
        .sort()
        .join(',')
      await database.queries.transaction().execute((transaction) =>
        appendAuditEvents(transaction, random, now, [
          {
            type: 'people.exported',
            outcome: 'success',
            details: { ...(body.ids && { chosen: body.ids.length }), ...(narrowed !== '' && { narrowed }) },
            evidence: { personId: actor.personId, content: createAuditEventActorFields(actor) },
          },
        ]),
      )
      return pieces
    },
    { maxBodyBytes: exportBytes },
  )
}
