// If few people match, they are found first and then sorted; otherwise people are scanned in order.
import type { AdminApiEndpointInput } from '@countersign/api/admin-api-endpoints'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { setImmediate as giveWay } from 'node:timers/promises'
import { getGroupMembershipExpiryCutoff } from '../../groups/membership/group-membership-freshness.ts'
import type { Database, DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { getCachedPeopleCount } from './cached-admin-list-counts.ts'
import {
  createAfterCursorSqlCondition,
  paginateRows,
  adminListQueryLimit,
  encodeListCursor,
} from './admin-list-pagination.ts'
import {
  findPeopleScanLimitPosition,
  getPersonListPosition,
  scanPeopleInSortOrder,
  parsePeopleSort,
} from './scan-people-in-sort-order.ts'
import type { PersonIdWithSortKey } from './scan-people-in-sort-order.ts'
import {
  createPeopleApplicationSqlFilter,
  createPeopleGroupSqlFilter,
  createPeopleRoleSqlFilter,
  createPeopleTextSqlFilter,
  createPeopleSignInMethodSqlFilter,
} from './people-sql-filters.ts'
import type { PeopleSqlFilter } from './people-sql-filters.ts'

export type PeopleListQuery = AdminApiEndpointInput<'listPeople'>['query']

const smallResultLimit = 1000

const maxScannedPeople = 2500
const peopleScanBatchSize = 500

/** A page can be short even if there is a next one. `total` is null if counting is costly. */
export interface PeopleListIdPage {
  ids: string[]
  nextCursor: string | null
  total: number | null
}

/** Group memberships checked at or before `groupCheckedSince` are ignored. */
export interface PeopleListReferenceTimes {
  now: number
  groupCheckedSince: number
}

export const createPeopleListReferenceTimes = (
  limits: Parameters<typeof getGroupMembershipExpiryCutoff>[0],
  now: number,
): PeopleListReferenceTimes => ({ now, groupCheckedSince: getGroupMembershipExpiryCutoff(limits, now) })

export async function findPeopleListPage(
  { kind, queries }: Pick<Database, 'kind' | 'queries'>,
  query: PeopleListQuery,
  { now, groupCheckedSince }: PeopleListReferenceTimes,
): Promise<PeopleListIdPage> {
  const { search, role, group, application, signInMethod: way, status } = query
  const predicates = [
    ...(search === undefined ? [] : [createPeopleTextSqlFilter(search, kind)]),
    ...(role === undefined ? [] : [createPeopleRoleSqlFilter(role)]),
    ...(group === undefined ? [] : [createPeopleGroupSqlFilter(group, groupCheckedSince)]),
    ...(application === undefined ? [] : [createPeopleApplicationSqlFilter(application)]),
    ...(way === undefined ? [] : [createPeopleSignInMethodSqlFilter(way)]),
  ]
  const ofStatus = statusCondition(query)
  const few = await findSmallResult(queries, predicates)
  if (few !== null)
    return paginateSmallResult(
      queries,
      few.ids,
      [
        ofStatus,
        ...predicates.filter((predicate) => predicate !== few.predicate).map(({ matchesPerson }) => matchesPerson),
      ],
      query,
    )
  const page = await paginateByScan(
    queries,
    [ofStatus, ...predicates.map(({ matchesPerson }) => matchesPerson)],
    query,
    predicates.length > 0,
  )
  if (predicates.length > 0 || query.cursor !== undefined) return { ...page, total: null }
  return {
    ...page,
    total: await getCachedPeopleCount(queries, status === undefined ? ['active', 'suspended'] : [status], now),
  }
}

const maxTextMatches = 200

export async function findPeopleByText(
  { kind, queries }: Pick<Database, 'kind' | 'queries'>,
  search: string,
  most: number,
): Promise<string[]> {
  const { matchingIds, matchesPerson } = createPeopleTextSqlFilter(search, kind)
  const ofStatus = statusCondition({ search })
  if (matchingIds === null) {
    // The text is too short for the index, so only the most recently seen people are scanned.
    const sort = parsePeopleSort({})
    const end = await findPeopleScanLimitPosition(queries, sort, peopleScanBatchSize)
    return (await scanPeopleInSortOrder(queries, { ...sort, end }, [ofStatus, matchesPerson], most)).map(({ id }) => id)
  }
  const found = new Set<string>()
  for (const select of matchingIds) {
    const { rows } = await sql<{ id: string | null }>`${select} limit ${maxTextMatches}`.execute(queries)
    for (const { id } of rows) if (id !== null) found.add(id)
  }
  return (await paginateSmallResult(queries, [...found], [ofStatus], {})).ids.slice(0, most)
}

/** Hides merged people, unless the caller filters for them or looks them up by ID. */
function statusCondition({ status, search }: PeopleListQuery): RawBuilder<boolean> {
  // Nearly everyone is active, so `||` keeps the database from using the status index and sorting.
  if (status !== undefined)
    return status === 'active'
      ? sql`people.status || '' = ${status}`
      : sql`people.status = ${status} and people.status <> 'active'`
  const usual = sql<boolean>`people.status <> 'merged' and people.status <> 'erased'`
  return search === undefined ? usual : sql`((${usual}) or (people.status = 'merged' and people.id = ${search.trim()}))`
}

async function findSmallResult(
  queries: DatabaseQueryBuilder,
  predicates: readonly PeopleSqlFilter[],
): Promise<{ predicate: PeopleSqlFilter; ids: string[] } | null> {
  for (const predicate of predicates) {
    const ids = await findMatchingPersonIdsIfFew(queries, predicate)
    if (ids !== null) return { predicate, ids }
  }
  return null
}

/** Returns null if many people match, or if no index applies. */
export async function findMatchingPersonIdsIfFew(
  queries: DatabaseQueryBuilder,
  { matchingIds }: PeopleSqlFilter,
): Promise<string[] | null> {
  if (matchingIds === null) return null
  const found = new Set<string>()
  for (const select of matchingIds) {
    const { rows } = await sql<{ id: string | null }>`${select} limit ${smallResultLimit + 1}`.execute(queries)
    for (const { id } of rows) if (id !== null) found.add(id)
    if (rows.length > smallResultLimit || found.size > smallResultLimit) return null
  }
  return [...found]
}

async function paginateSmallResult(
  queries: DatabaseQueryBuilder,
  few: readonly string[],
  conditions: readonly RawBuilder<boolean>[],
  query: PeopleListQuery,
): Promise<PeopleListIdPage> {
  // This validates the cursor even if the result is empty.
  const { key, order, after } = parsePeopleSort(query)
  if (few.length === 0) return { ids: [], nextCursor: null, total: 0 }
  const direction = sql.raw(order)
  const isAfter =
    after === null
      ? sql`1`
      : sql`case when ${createAfterCursorSqlCondition(key, sql.ref('people.id'), after, order)} then 1 else 0 end`
  const { rows } = await sql<
    PersonIdWithSortKey & { is_after: number }
  >`select people.id, ${key} as key, ${isAfter} as is_after from people
    where people.id in (${sql.join(few)}) and ${sql.join(conditions, sql` and `)} order by ${key} ${direction}, people.id ${direction}`.execute(
    queries,
  )
  return { ...paginatePeople(rows.filter(({ is_after }) => is_after === 1)), total: rows.length }
}

async function paginateByScan(
  queries: DatabaseQueryBuilder,
  conditions: readonly RawBuilder<boolean>[],
  query: PeopleListQuery,
  isRare: boolean,
): Promise<Omit<PeopleListIdPage, 'total'>> {
  const { after: position, ...sort } = parsePeopleSort(query)
  if (!isRare)
    return paginatePeople(
      await scanPeopleInSortOrder(queries, { ...sort, after: position, end: null }, conditions, adminListQueryLimit),
    )
  const rows: PersonIdWithSortKey[] = []
  let after = position
  for (let looked = 0; looked < maxScannedPeople; looked += peopleScanBatchSize) {
    if (looked > 0) await giveWay()
    const end = await findPeopleScanLimitPosition(queries, { ...sort, after }, peopleScanBatchSize)
    rows.push(
      ...(await scanPeopleInSortOrder(queries, { ...sort, after, end }, conditions, adminListQueryLimit - rows.length)),
    )
    if (end === null || rows.length === adminListQueryLimit) return paginatePeople(rows)
    after = end
  }
  return { ids: rows.map(({ id }) => id), nextCursor: after === null ? null : encodeListCursor(after) }
}

function paginatePeople(rows: readonly PersonIdWithSortKey[]): Omit<PeopleListIdPage, 'total'> {
  const { shown, nextCursor } = paginateRows(rows, getPersonListPosition)
  return { ids: shown.map(({ id }) => id), nextCursor }
}
