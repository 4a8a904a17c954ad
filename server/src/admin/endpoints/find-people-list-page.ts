// Pages of people, at a cost that does not grow with how many there are. Where few have what is asked for, these few are found first and
// sorted then; where many have it, people are gone through in their order until the page is full, which is soon, or until a page has looked
// through enough of them.
import type { AdminApiEndpointInput } from '@countersign/api/admin-api-endpoints'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { setImmediate as giveWay } from 'node:timers/promises'
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

/** More than so many are many. */
const smallResultLimit = 1000

/** How many people a page looks through, at most, where each predicate is true of many; and how many at a time, with a turn for
 * everybody else in between. */
const maxScannedPeople = 2500
const peopleScanBatchSize = 500

/** A page of ids, and how many there are in all where that is known at little cost. It can be short, or empty, and still have a next one. */
export interface PeopleListIdPage {
  ids: string[]
  nextCursor: string | null
  total: number | null
}

/** When it is, and since when what was read of groups counts: what was read at that moment or before does not count any more. */
export interface PeopleListReferenceTimes {
  now: number
  groupCheckedSince: number
}

/**
 * @throws ApiError `request.invalid` for a cursor that is none of this list
 */
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

/** How many of those whom a text finds are looked at for a few of them. */
const maxTextMatches = 200

/** A few of those whom a text finds, the last seen first; where it finds many, of those that the index names first. */
export async function findPeopleByText(
  { kind, queries }: Pick<Database, 'kind' | 'queries'>,
  search: string,
  most: number,
): Promise<string[]> {
  const { matchingIds, matchesPerson } = createPeopleTextSqlFilter(search, kind)
  const ofStatus = statusCondition({ search })
  if (matchingIds === null) {
    // Too short for the index: among those who were here last.
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

/** Who was merged is somebody else now, and is shown to who asks for that, or for exactly them. */
function statusCondition({ status, search }: PeopleListQuery): RawBuilder<boolean> {
  // Nearly everybody is active: not to be looked up in the index of the status, and sorted then.
  if (status !== undefined)
    return status === 'active'
      ? sql`people.status || '' = ${status}`
      : sql`people.status = ${status} and people.status <> 'active'`
  const usual = sql<boolean>`people.status <> 'merged' and people.status <> 'erased'`
  return search === undefined ? usual : sql`((${usual}) or (people.status = 'merged' and people.id = ${search.trim()}))`
}

/** Everybody whom one of the predicates is true of, where these are few; null where each is true of many. */
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

/** Everybody whom a predicate is true of, where these are few; null where they are many, or no index says who. */
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

/** All of them are read, in their order: so it is known how many they are, and where the page begins. */
async function paginateSmallResult(
  queries: DatabaseQueryBuilder,
  few: readonly string[],
  conditions: readonly RawBuilder<boolean>[],
  query: PeopleListQuery,
): Promise<PeopleListIdPage> {
  // Checked where there is nobody as well.
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

/**
 * People in their order, step by step.
 * @param isRare whether there can be long stretches of people who are not looked for
 */
async function paginateByScan(
  queries: DatabaseQueryBuilder,
  conditions: readonly RawBuilder<boolean>[],
  query: PeopleListQuery,
  isRare: boolean,
): Promise<Omit<PeopleListIdPage, 'total'>> {
  const { after: begin, ...sort } = parsePeopleSort(query)
  if (!isRare)
    return paginatePeople(
      await scanPeopleInSortOrder(queries, { ...sort, after: begin, end: null }, conditions, adminListQueryLimit),
    )
  const rows: PersonIdWithSortKey[] = []
  let after = begin
  for (let looked = 0; looked < maxScannedPeople; looked += peopleScanBatchSize) {
    if (looked > 0) await giveWay()
    const end = await findPeopleScanLimitPosition(queries, { ...sort, after }, peopleScanBatchSize)
    rows.push(
      ...(await scanPeopleInSortOrder(queries, { ...sort, after, end }, conditions, adminListQueryLimit - rows.length)),
    )
    if (end === null || rows.length === adminListQueryLimit) return paginatePeople(rows)
    after = end
  }
  // The next page goes on where this one stopped looking.
  return { ids: rows.map(({ id }) => id), nextCursor: after === null ? null : encodeListCursor(after) }
}

function paginatePeople(rows: readonly PersonIdWithSortKey[]): Omit<PeopleListIdPage, 'total'> {
  const { shown, nextCursor } = paginateRows(rows, getPersonListPosition)
  return { ids: shown.map(({ id }) => id), nextCursor }
}
