import type { AdminApiEndpointInput } from '@countersign/api/admin-api-endpoints'
import { appendAuditEvents, auditEventTypes } from '../../audit-log/append-audit-events.ts'
import type { AuditEventType } from '../../audit-log/append-audit-events.ts'
import { createAuditEventActorFields } from '../../audit-log/audit-actor.ts'
import { countUnsequencedAuditEntries } from '../../audit-log/audit-log-sequencer.ts'
import type { AuditEntryFilter } from '../../audit-log/search-audit-log.ts'
import { listIdentityIdsOfPerson } from '../../store/people/find-merged-identities.ts'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { startFileDownloadResponse, refuseCrossSiteDownload } from '../../platform/stream-file-download.ts'
import { ApiError } from '../../platform/api-error.ts'
import { registerAdminEndpoint } from '../authorization/register-admin-endpoint.ts'
import type { AdminCaller, AdminEndpointContext } from '../authorization/register-admin-endpoint.ts'
import { isAdminStillPermitted } from '../authorization/require-admin-permission.ts'
import { auditLogExportFormats } from './audit-log-export.ts'
import { parseWalletAddress } from '../../chains/families/chain-family-registry.ts'
import { aggregateAuditEvents } from './aggregate-audit-events.ts'
import { createReplicaOrDatabaseReader } from './replica-or-database-reader.ts'
import {
  findWalletAddressOwners,
  listAuditEvents,
  readAuditLogHashChain,
  readAdminAuditEventDetails,
} from './list-audit-events.ts'

const pageSize = 50

export function registerAuditLogRoutes(app: AdminEndpointContext): void {
  const { clock, rateLimiter, flushAuditLog } = app
  const { queries } = app.database

  registerAdminEndpoint(app, 'listEvents', async ({ query, reply }) => {
    const { cursor, after } = query
    const waiting = cursor !== undefined || (await flushAuditLog()) ? 0 : await countUnsequencedAuditEntries(queries)
    const place = {
      before: cursor === undefined ? null : Number(cursor),
      after: after === undefined ? null : Number(after),
      size: pageSize,
    }
    const { events, next } = await createReplicaOrDatabaseReader(
      app,
      reply,
    )(async ({ queries }) => listAuditEvents(queries, await parseFilter(queries, query), place))
    return {
      items: events,
      nextCursor: next === null ? null : String(next),
      total: null,
      ...(waiting > 0 && { beingSequenced: waiting }),
    }
  })

  registerAdminEndpoint(app, 'aggregateEvents', async ({ query: { by, ...filter }, reply }) => {
    await flushAuditLog()
    return createReplicaOrDatabaseReader(
      app,
      reply,
    )(async ({ queries }) => aggregateAuditEvents(queries, await parseFilter(queries, filter), by))
  })

  registerAdminEndpoint(app, 'readEvent', async ({ params }) => {
    const event = await readAdminAuditEventDetails(queries, Number(params.sequence))
    if (event === undefined) throw new ApiError('event.not_found')
    return event
  })

  registerAdminEndpoint(app, 'exportHashChain', async ({ query, reply }) => {
    const after = Number(query.after ?? 0)
    if (after === 0) await flushAuditLog()
    return createReplicaOrDatabaseReader(app, reply)(({ queries }) => readAuditLogHashChain(queries, after))
  })

  registerAdminEndpoint(app, 'exportEvents', async ({ query, request, reply, admin }) => {
    refuseCrossSiteDownload(request)
    if (admin.actor.kind !== 'operator') await rateLimiter.consumeKeyedBudget('exportsOfPerson', admin.actor.personId)
    const filter = await parseFilter(queries, query)
    const now = clock()
    await recordExport(app, admin, query, now)
    await flushAuditLog()
    const { write, mediaType } = auditLogExportFormats[query.format]
    const name = `countersign-activity-of-all-${formatRfc3339Timestamp(now).slice(0, 10)}.${query.format}`
    return startFileDownloadResponse(
      reply,
      { name, mediaType },
      write(createReplicaOrDatabaseReader(app, reply), filter),
      () => isAdminStillPermitted(app, request, 'activity.read'),
    )
  })
}

/** Records only filter names, because this entry remains if a person in a value is erased. */
async function recordExport(
  { database, random }: AdminEndpointContext,
  { actor }: AdminCaller,
  { format, ...filter }: AdminApiEndpointInput<'exportEvents'>['query'],
  now: number,
): Promise<void> {
  const narrowed = Object.keys(filter).sort().join(',')
  await database.queries.transaction().execute((transaction) =>
    appendAuditEvents(transaction, random, now, [
      {
        type: 'audit_log.exported',
        outcome: 'success',
        details: { format, ...(narrowed !== '' && { narrowed }) },
        evidence: {
          personId: actor.kind === 'operator' ? null : actor.personId,
          content: createAuditEventActorFields(actor),
        },
      },
    ]),
  )
}

type FilterQuery = Omit<AdminApiEndpointInput<'exportEvents'>['query'], 'format'>

async function parseFilter(
  queries: DatabaseQueryBuilder,
  {
    type,
    outcome,
    person,
    actor,
    application,
    group,
    address,
    reason,
    network,
    signInMethod: way,
    from,
    to,
  }: FilterQuery,
): Promise<AuditEntryFilter> {
  const looked = address === undefined ? undefined : (parseWalletAddress(address)?.address ?? address)
  return {
    types: type?.split(',').map(parseEventType),
    outcome,
    personIds: person === undefined ? undefined : await listIdentityIdsOfPerson(queries, person),
    actorId: actor,
    applicationId: application,
    group,
    reason,
    network,
    way,
    address:
      looked === undefined ? undefined : { address: looked, ownerIds: await findWalletAddressOwners(queries, looked) },
    from: parseTime(from),
    to: parseTime(to),
  }
}

function parseEventType(text: string): AuditEventType {
  if (!Object.hasOwn(auditEventTypes, text))
    throw new ApiError('request.invalid', { privateDetail: 'unknown event type' })
  return text as AuditEventType
}

/** The pattern allows leap seconds, which `Date` does not. */
function parseTime(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw new ApiError('request.invalid', { privateDetail: 'not a valid time' })
  return time
}
