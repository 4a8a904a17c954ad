// Pages of people, at a cost that does not grow with how many there are. Where few have what is asked for, these few are found first and
// sorted then; where many have it, people are gone through in their order until the page is full, which is soon, or until a page has looked
// through enough of them.
import type { AdminInput } from '@countersign/api/admin-calls'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { setImmediate as giveWay } from 'node:timers/promises'
import type { Database, Queries } from '../../platform/database/open-database.ts'
import { countPeople } from './count-rows.ts'
import { comesAfter, cutPage, rowsForPage, writeCursor } from './list-page.ts'
import { findEnd, placeOf, readInOrder, readSort } from './people-order.ts'
import type { PlacedPerson } from './people-order.ts'
import { applicationPredicate, groupPredicate, rolePredicate, textPredicate, wayPredicate } from './people-search.ts'
import type { SearchPredicate } from './people-search.ts'

export type PeopleQuery = AdminInput<'listPeople'>['query']

/** More than so many are many. */
const mostFew = 1000

/** How many people a page looks through, at most, where each predicate is true of many; and how many at a time, with a turn for
 * everybody else in between. */
const mostLooked = 2500
const step = 500

/** A page of ids, and how many there are in all where that is known at little cost. It can be short, or empty, and still have a next one. */
export interface PeoplePage {
  ids: string[]
  nextCursor: string | null
  total: number | null
}

/** When it is, and since when what was read of groups counts: what was read at that moment or before does not count any more. */
export interface ListMoment {
  now: number
  groupReadSince: number
}

/**
 * @throws Refusal `request.invalid` for a cursor that is none of this list
 */
export async function findPeople(
  { kind, queries }: Pick<Database, 'kind' | 'queries'>,
  query: PeopleQuery,
  { now, groupReadSince }: ListMoment,
): Promise<PeoplePage> {
  const { search, role, group, application, way, status } = query
  const predicates = [
    ...(search === undefined ? [] : [textPredicate(search, kind)]),
    ...(role === undefined ? [] : [rolePredicate(role)]),
    ...(group === undefined ? [] : [groupPredicate(group, groupReadSince)]),
    ...(application === undefined ? [] : [applicationPredicate(application)]),
    ...(way === undefined ? [] : [wayPredicate(way)]),
  ]
  const ofStatus = statusCondition(query)
  const few = await findFew(queries, predicates)
  if (few !== null)
    return pageOfFew(
      queries,
      few.ids,
      [ofStatus, ...predicates.filter((predicate) => predicate !== few.predicate).map(({ has }) => has)],
      query,
    )
  const page = await pageOfMany(queries, [ofStatus, ...predicates.map(({ has }) => has)], query, predicates.length > 0)
  if (predicates.length > 0 || query.cursor !== undefined) return { ...page, total: null }
  return { ...page, total: await countPeople(queries, status === undefined ? ['active', 'suspended'] : [status], now) }
}

/** How many of those whom a text finds are looked at for a few of them. */
const mostSome = 200

/** A few of those whom a text finds, the last seen first; where it finds many, of those that the index names first. */
export async function findSomePeople(
  { kind, queries }: Pick<Database, 'kind' | 'queries'>,
  search: string,
  most: number,
): Promise<string[]> {
  const { who, has } = textPredicate(search, kind)
  const ofStatus = statusCondition({ search })
  if (who === null) {
    // Too short for the index: among those who were here last.
    const sort = readSort({})
    const end = await findEnd(queries, sort, step)
    return (await readInOrder(queries, { ...sort, end }, [ofStatus, has], most)).map(({ id }) => id)
  }
  const found = new Set<string>()
  for (const select of who) {
    const { rows } = await sql<{ id: string | null }>`${select} limit ${mostSome}`.execute(queries)
    for (const { id } of rows) if (id !== null) found.add(id)
  }
  return (await pageOfFew(queries, [...found], [ofStatus], {})).ids.slice(0, most)
}

/** Who was merged is somebody else now, and is shown to who asks for that, or for exactly them. */
function statusCondition({ status, search }: PeopleQuery): RawBuilder<boolean> {
  // Nearly everybody is active: not to be looked up in the index of the status, and sorted then.
  if (status !== undefined)
    return status === 'active'
      ? sql`people.status || '' = ${status}`
      : sql`people.status = ${status} and people.status <> 'active'`
  const usual = sql<boolean>`people.status <> 'merged' and people.status <> 'erased'`
  return search === undefined ? usual : sql`((${usual}) or (people.status = 'merged' and people.id = ${search.trim()}))`
}

/** Everybody whom one of the predicates is true of, where these are few; null where each is true of many. */
async function findFew(
  queries: Queries,
  predicates: readonly SearchPredicate[],
): Promise<{ predicate: SearchPredicate; ids: string[] } | null> {
  for (const predicate of predicates) {
    const ids = await findAll(queries, predicate)
    if (ids !== null) return { predicate, ids }
  }
  return null
}

/** Everybody whom a predicate is true of, where these are few; null where they are many, or no index says who. */
export async function findAll(queries: Queries, { who }: SearchPredicate): Promise<string[] | null> {
  if (who === null) return null
  const found = new Set<string>()
  for (const select of who) {
    const { rows } = await sql<{ id: string | null }>`${select} limit ${mostFew + 1}`.execute(queries)
    for (const { id } of rows) if (id !== null) found.add(id)
    if (rows.length > mostFew || found.size > mostFew) return null
  }
  return [...found]
}

/** All of them are read, in their order: so it is known how many they are, and where the page begins. */
async function pageOfFew(
  queries: Queries,
  few: readonly string[],
  conditions: readonly RawBuilder<boolean>[],
  query: PeopleQuery,
): Promise<PeoplePage> {
  // Checked where there is nobody as well.
  const { key, order, after } = readSort(query)
  if (few.length === 0) return { ids: [], nextCursor: null, total: 0 }
  const direction = sql.raw(order)
  const isAfter =
    after === null ? sql`1` : sql`case when ${comesAfter(key, sql.ref('people.id'), after, order)} then 1 else 0 end`
  const { rows } = await sql<
    PlacedPerson & { is_after: number }
  >`select people.id, ${key} as key, ${isAfter} as is_after from people
    where people.id in (${sql.join(few)}) and ${sql.join(conditions, sql` and `)} order by ${key} ${direction}, people.id ${direction}`.execute(
    queries,
  )
  return { ...cut(rows.filter(({ is_after }) => is_after === 1)), total: rows.length }
}

/**
 * People in their order, step by step.
 * @param isRare whether there can be long stretches of people who are not looked for
 */
async function pageOfMany(
  queries: Queries,
  conditions: readonly RawBuilder<boolean>[],
  query: PeopleQuery,
  isRare: boolean,
): Promise<Omit<PeoplePage, 'total'>> {
  const { after: begin, ...sort } = readSort(query)
  if (!isRare) return cut(await readInOrder(queries, { ...sort, after: begin, end: null }, conditions, rowsForPage))
  const rows: PlacedPerson[] = []
  let after = begin
  for (let looked = 0; looked < mostLooked; looked += step) {
    if (looked > 0) await giveWay()
    const end = await findEnd(queries, { ...sort, after }, step)
    rows.push(...(await readInOrder(queries, { ...sort, after, end }, conditions, rowsForPage - rows.length)))
    if (end === null || rows.length === rowsForPage) return cut(rows)
    after = end
  }
  // The next page goes on where this one stopped looking.
  return { ids: rows.map(({ id }) => id), nextCursor: after === null ? null : writeCursor(after) }
}

function cut(rows: readonly PlacedPerson[]): Omit<PeoplePage, 'total'> {
  const { shown, nextCursor } = cutPage(rows, placeOf)
  return { ids: shown.map(({ id }) => id), nextCursor }
}
