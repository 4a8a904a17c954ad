import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { ServerLimitValues } from '@countersign/api/server-limits'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { RefusedRequestsTable } from '../../platform/database/database-schema.ts'
import { getRefusedRequestQuotas } from './refused-request-buffer.ts'
import type { RefusedRequestBuffer } from './refused-request-buffer.ts'
import type { CountedRefusedRequest, RefusedRequestProblem } from './refused-request-types.ts'

/** Writes what was collected, in one transaction. @returns the number of rows written */
export async function storeRefusedRequests(
  queries: DatabaseQueryBuilder,
  buffer: RefusedRequestBuffer,
  { refusedRequestsPerApplication }: Pick<ServerLimitValues, 'refusedRequestsPerApplication'>,
): Promise<number> {
  const requests = buffer.take()
  if (requests.length === 0) return 0
  const quotas = getRefusedRequestQuotas(refusedRequestsPerApplication)
  // Always in the same order, so that two instances cannot deadlock.
  const ordered = requests.toSorted((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1))
  await queries.transaction().execute(async (transaction) => {
    for (const request of ordered) await upsertRefusedRequest(transaction, request)
    const groups = new Map(ordered.map((request) => [`${request.caller} ${request.applicationId}`, request]))
    for (const { applicationId, caller } of groups.values())
      await removeOldest(transaction, { applicationId, caller }, quotas[caller])
  })
  return ordered.length
}

const sortKey = ({ applicationId, caller, fingerprint }: CountedRefusedRequest): string =>
  JSON.stringify([applicationId, caller, fingerprint])

/** Does nothing if the application was removed, or has no row because it is a metadata document. */
async function upsertRefusedRequest(transaction: DatabaseTransaction, request: CountedRefusedRequest): Promise<void> {
  const { applicationId, caller, fingerprint, firstAt, lastAt, count, requestId, problem } = request
  await transaction
    .insertInto('refused_requests')
    .columns(['application_id', 'caller', 'fingerprint', 'first_at', 'last_at', 'count', 'request_id', 'problem'])
    .expression(({ selectFrom, val }) =>
      selectFrom('applications')
        .select((expression) => [
          'applications.id',
          sql<'own' | 'unknown'>`${sql.lit(caller)}`.as('caller'),
          sql<string>`cast(${val(fingerprint)} as text)`.as('fingerprint'),
          sql<number>`cast(${expression.val(firstAt)} as bigint)`.as('first_at'),
          sql<number>`cast(${val(lastAt)} as bigint)`.as('last_at'),
          sql<number>`cast(${val(count)} as bigint)`.as('count'),
          sql<string>`cast(${val(requestId)} as text)`.as('request_id'),
          sql<string>`cast(${val(JSON.stringify(problem))} as text)`.as('problem'),
        ])
        .where('applications.id', '=', applicationId),
    )
    .onConflict((conflict) =>
      conflict.columns(['application_id', 'caller', 'fingerprint']).doUpdateSet({
        last_at: lastAt,
        count: sql<number>`refused_requests.count + ${count}`,
        request_id: requestId,
        problem: JSON.stringify(problem),
      }),
    )
    .execute()
}

type RefusedRequestGroup = Pick<CountedRefusedRequest, 'applicationId' | 'caller'>

async function removeOldest(
  transaction: DatabaseTransaction,
  { applicationId, caller }: RefusedRequestGroup,
  quota: number,
): Promise<void> {
  await transaction
    .deleteFrom('refused_requests')
    .where('application_id', '=', applicationId)
    .where('caller', '=', caller)
    .where('fingerprint', 'not in', (expression) =>
      expression
        .selectFrom('refused_requests as kept')
        .select('kept.fingerprint')
        .where('kept.application_id', '=', applicationId)
        .where('kept.caller', '=', caller)
        .orderBy('kept.last_at', 'desc')
        .orderBy('kept.fingerprint')
        .limit(quota),
    )
    .execute()
}

/** Newest first. */
export async function listRefusedRequests(
  queries: DatabaseQueryBuilder,
  applicationId: string,
  since: number,
): Promise<CountedRefusedRequest[]> {
  const rows = await queries
    .selectFrom('refused_requests')
    .selectAll()
    .where('application_id', '=', applicationId)
    .where('last_at', '>', since)
    .orderBy('last_at', 'desc')
    .orderBy('fingerprint')
    .execute()
  return rows.map(toRefusedRequest)
}

/** One request can have several problems. */
export async function findRefusedRequests(
  queries: DatabaseQueryBuilder,
  requestId: string,
  since: number,
): Promise<CountedRefusedRequest[]> {
  const rows = await queries
    .selectFrom('refused_requests')
    .selectAll()
    .where('request_id', '=', requestId)
    .where('last_at', '>', since)
    .orderBy('fingerprint')
    .execute()
  return rows.map(toRefusedRequest)
}

const toRefusedRequest = (row: Selectable<RefusedRequestsTable>): CountedRefusedRequest => ({
  applicationId: row.application_id,
  caller: row.caller,
  fingerprint: row.fingerprint,
  firstAt: row.first_at,
  lastAt: row.last_at,
  count: row.count,
  requestId: row.request_id,
  problem: JSON.parse(row.problem) as RefusedRequestProblem,
})

/** In milliseconds since 1970. */
export const getRefusedRequestRetentionStart = (
  { refusedRequestRetentionSeconds }: Pick<ServerLimitValues, 'refusedRequestRetentionSeconds'>,
  now: number,
): number => now - refusedRequestRetentionSeconds * 1000

const pruneBatchSize = 1000

export async function pruneRefusedRequests(
  queries: DatabaseQueryBuilder,
  limits: Pick<ServerLimitValues, 'refusedRequestRetentionSeconds'>,
  now: number,
): Promise<number> {
  const since = getRefusedRequestRetentionStart(limits, now)
  const { numDeletedRows } = await queries
    .deleteFrom('refused_requests')
    // Again, because a row can be counted up in the meantime.
    .where('last_at', '<=', since)
    .where(({ eb, refTuple, selectFrom }) => {
      const expired = selectFrom('refused_requests as old')
        .select(['old.application_id', 'old.caller', 'old.fingerprint'])
        .where('old.last_at', '<=', since)
        .limit(pruneBatchSize)
      return eb(
        refTuple('application_id', 'caller', 'fingerprint'),
        'in',
        expired.$asTuple('application_id', 'caller', 'fingerprint'),
      )
    })
    .executeTakeFirst()
  return Number(numDeletedRows)
}
