import type { AdminApiEndpointOutput, AdminApiEndpointInput } from '@countersign/api/admin-api-endpoints'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { setImmediate as giveWay } from 'node:timers/promises'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { ApiError } from '../../platform/api-error.ts'
import { describeSession } from '../../store/sessions/describe-session.ts'
import {
  findSessionCursorAtOffset,
  listActiveSessionsOfPerson,
  listActiveSessionPage,
} from '../../store/sessions/session-list-queries.ts'
import type { SessionQueryRow } from '../../store/sessions/describe-session.ts'
import { createLiveSessionSqlConditions, getNewestSessionStart } from '../../store/sessions/live-session-sql-filters.ts'
import type { LiveSessionFilter } from '../../store/sessions/live-session-sql-filters.ts'
import { paginateRows, decodeListCursor, adminListQueryLimit, encodeListCursor } from './admin-list-pagination.ts'
import type { SortOrder, ListRowPosition } from './admin-list-pagination.ts'
import { readPersonSummaries } from './read-person-summaries.ts'
import { findMatchingPersonIdsIfFew } from './find-people-list-page.ts'
import { createPeopleTextSqlFilter } from './people-sql-filters.ts'
import type { PeopleSqlFilter } from './people-sql-filters.ts'

type SessionListContext = Pick<ServerAppContext, 'database' | 'settings' | 'clock'>
type PersonSession = AdminApiEndpointOutput<'listPersonSessions'>['items'][number]

export async function listPersonSessions(
  context: SessionListContext,
  id: string,
  { cursor }: AdminApiEndpointInput<'listPersonSessions'>['query'],
): Promise<AdminApiEndpointOutput<'listPersonSessions'>> {
  const { queries } = context.database
  const now = context.clock()
  if (
    (await queries
      .selectFrom('people')
      .select('id')
      .where('id', '=', id)
      .where('status', '!=', 'erased')
      .executeTakeFirst()) === undefined
  )
    throw new ApiError('person.not_found')
  const place = decodeListCursor(cursor, 'number')
  const rows = await listActiveSessionsOfPerson(queries, id, {
    now,
    after: place === null ? null : { createdAt: place[0], id: place[1] },
    size: adminListQueryLimit,
  })
  const { rows: shown, nextCursor } = paginateSessions(rows)
  return { items: await describeSessions(context, shown, now), nextCursor, total: null }
}

/** A search scans few rows, so a page can be short or empty even if there is a next one. */
export async function listLiveSessions(
  context: SessionListContext,
  { search, order = 'desc', cursor, ...filter }: AdminApiEndpointInput<'listLiveSessions'>['query'],
): Promise<AdminApiEndpointOutput<'listLiveSessions'>> {
  const { kind, queries } = context.database
  const now = context.clock()
  const list = {
    now,
    order,
    after: decodeListCursor(cursor, 'number') ?? getFirstPosition(filter, order, now),
    newestStart: getNewestSessionStart(filter, now),
  }
  const conditions = createLiveSessionSqlConditions(filter, now)
  const { rows, nextCursor } =
    search !== undefined
      ? await findSessions(queries, createPeopleTextSqlFilter(search, kind), conditions, list)
      : conditions.length > 0
        ? await scanSessions(queries, conditions, list)
        : paginateSessions(await listActiveSessionPage(queries, { ...list, size: adminListQueryLimit }))
  const described = await describeSessions(context, rows, now)
  const nameOf = await readPersonSummaries(
    queries,
    rows.map(({ person_id }) => person_id),
  )
  const items = described.map((session, index) => ({ ...session, person: nameOf(rows[index]?.person_id ?? '') }))
  return { items, nextCursor, total: null }
}

/** Skips the newer sessions, so that none of them is scanned. */
function getFirstPosition(filter: LiveSessionFilter, order: SortOrder, now: number): ListRowPosition<number> | null {
  const newestStart = getNewestSessionStart(filter, now)
  return order === 'asc' || newestStart === null ? null : [newestStart + 1, '']
}

interface SessionList {
  now: number
  order: SortOrder
  after: ListRowPosition<number> | null
  /** No later session matches. */
  newestStart: number | null
}

type SessionPage = { rows: SessionQueryRow[]; nextCursor: string | null }

const maxScannedSessions = 1000
const sessionScanBatchSize = 250

async function findSessions(
  queries: DatabaseQueryBuilder,
  predicate: PeopleSqlFilter,
  conditions: readonly RawBuilder<boolean>[],
  list: SessionList,
): Promise<SessionPage> {
  const few = await findMatchingPersonIdsIfFew(queries, predicate)
  if (few?.length === 0) return { rows: [], nextCursor: null }
  if (few !== null)
    return paginateSessions(
      await listActiveSessionPage(queries, {
        ...list,
        personIds: few,
        ...(conditions.length > 0 && { condition: joinConditions(conditions) }),
        size: adminListQueryLimit,
      }),
    )
  const isOfMatch = sql<boolean>`(select 1 from people where people.id = sessions.person_id and ${predicate.matchesPerson} limit 1) is not null`
  return scanSessions(queries, [...conditions, isOfMatch], list)
}

const joinConditions = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.join(conditions, sql` and `)}`

async function scanSessions(
  queries: DatabaseQueryBuilder,
  conditions: readonly RawBuilder<boolean>[],
  list: SessionList,
): Promise<SessionPage> {
  const condition = joinConditions(conditions)
  const rows: SessionQueryRow[] = []
  let { after } = list
  for (let looked = 0; looked < maxScannedSessions; looked += sessionScanBatchSize) {
    if (looked > 0) await giveWay()
    const end = await findSessionCursorAtOffset(queries, { ...list, after }, sessionScanBatchSize)
    rows.push(
      ...(await listActiveSessionPage(queries, {
        ...list,
        after,
        through: end,
        condition,
        size: adminListQueryLimit - rows.length,
      })),
    )
    if (end === null || rows.length === adminListQueryLimit || isPastNewestStart(end, list))
      return paginateSessions(rows)
    after = end
  }
  return { rows, nextCursor: after === null ? null : encodeListCursor(after) }
}

const isPastNewestStart = ([startedAt]: ListRowPosition<number>, { order, newestStart }: SessionList): boolean =>
  order === 'asc' && newestStart !== null && startedAt > newestStart

function paginateSessions(all: readonly SessionQueryRow[]): SessionPage {
  const { shown, nextCursor } = paginateRows(all, sessionPositionOf)
  return { rows: shown, nextCursor }
}

const sessionPositionOf = ({ created_at, id }: SessionQueryRow): ListRowPosition<number> => [created_at, id]

async function describeSessions(
  { database: { queries }, settings }: SessionListContext,
  rows: readonly SessionQueryRow[],
  now: number,
): Promise<PersonSession[]> {
  const namesOf = await nameApplications(
    queries,
    rows.map((row) => row.id),
  )
  // This list does not mark sessions as current or as from the same network.
  const view = { currentId: '', networkPrefix: '', limits: settings.limits, chains: settings.chains, now }
  return rows.map((row) => {
    const {
      current: _current,
      sameNetwork: _sameNetwork,
      stepUpValidUntil: _confirmedUntil,
      ...session
    } = describeSession(row, view)
    return { ...session, applications: namesOf.get(row.id) ?? [] }
  })
}

async function nameApplications(
  queries: DatabaseQueryBuilder,
  sessionIds: readonly string[],
): Promise<Map<string, string[]>> {
  if (sessionIds.length === 0) return new Map()
  const rows = await queries
    .selectFrom('authorizations')
    .innerJoin('applications', 'applications.id', 'authorizations.application_id')
    .select(['session_id', 'applications.name'])
    .where('session_id', 'in', sessionIds)
    .orderBy('applications.name')
    .execute()
  const ofSession = Map.groupBy(rows, ({ session_id }) => session_id)
  return new Map([...ofSession].map(([id, named]) => [id, named.map(({ name }) => name)]))
}
