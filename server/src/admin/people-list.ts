// Pages of people, at a cost that does not grow with how many there are. Where few have what is asked for, these few are found first and
// sorted then; where many have it, people are gone through in their order until the page is full, which is soon.
import type { AdminInput } from '@countersign/api/admin-calls'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Database, Queries } from '../platform/database/open-database.ts'
import { cutPage, readCursor, rowsForPage } from './list-page.ts'
import type { Order, Place } from './list-page.ts'
import { applicationMark, groupMark, nameDown, nameUp, roleMark, textMark, wayMark } from './people-search.ts'
import type { Mark } from './people-search.ts'

export type PeopleQuery = AdminInput<'listPeople'>['query']

/** More than so many are many. */
const mostFew = 2500

/** A page of ids, and how many there are in all where that is known at little cost. */
export interface PeoplePage {
  ids: string[]
  nextCursor: string | null
  total: number | null
}

/**
 * @param groupReadSince what was read of groups before this moment does not count any more
 * @throws Refusal `request.invalid` for a cursor that is none of this list
 */
export async function findPeople({ kind, queries }: Pick<Database, 'kind' | 'queries'>, query: PeopleQuery, groupReadSince: number): Promise<PeoplePage> {
  const { search, role, group, application, way } = query
  const marks = [
    ...(search === undefined ? [] : [textMark(search, kind)]),
    ...(role === undefined ? [] : [roleMark(role)]),
    ...(group === undefined ? [] : [groupMark(group, groupReadSince)]),
    ...(application === undefined ? [] : [applicationMark(application)]),
    ...(way === undefined ? [] : [wayMark(way)]),
  ]
  const conditions = [statusCondition(query), ...marks.map(({ has }) => has)]
  const few = await findFew(queries, marks)
  if (few !== null) return pageOfFew(queries, few, conditions, query)
  const { ids, nextCursor } = await readPage(queries, conditions, query)
  const isWhole = marks.length === 0 && query.cursor === undefined
  return { ids, nextCursor, total: isWhole ? await count(queries, conditions) : null }
}

/** Who was merged is somebody else now, and is shown to who asks for that, or for exactly them. */
function statusCondition({ status, search }: PeopleQuery): RawBuilder<boolean> {
  if (status !== undefined) return sql`people.status = ${status}`
  // Nearly everybody: not to be looked up in the index of the status.
  const usual = sql<boolean>`people.status <> 'merged' and people.status <> 'erased'`
  return search === undefined ? usual : sql`((${usual}) or (people.status = 'merged' and people.id = ${search.trim()}))`
}

/** Everybody who has one of the marks, where these are few; null where each of them is many people's. */
async function findFew(queries: Queries, marks: readonly Mark[]): Promise<string[] | null> {
  for (const { who } of marks) {
    const found = new Set<string>()
    let isMany = false
    for (const select of who) {
      const { rows } = await sql<{ id: string }>`${select} limit ${mostFew + 1}`.execute(queries)
      for (const { id } of rows) found.add(id)
      if ((isMany = rows.length > mostFew || found.size > mostFew)) break
    }
    if (!isMany) return [...found]
  }
  return null
}

async function pageOfFew(queries: Queries, few: readonly string[], conditions: readonly RawBuilder<boolean>[], query: PeopleQuery): Promise<PeoplePage> {
  // Checked where there is nobody as well.
  readPlace(query)
  if (few.length === 0) return { ids: [], nextCursor: null, total: 0 }
  const ofFew = [sql<boolean>`people.id in (${sql.join(few)})`, ...conditions]
  return { ...(await readPage(queries, ofFew, query)), total: await count(queries, ofFew) }
}

const sorts = {
  seen: { key: { asc: sql.ref('people.last_seen_at'), desc: sql.ref('people.last_seen_at') }, kind: 'number', usually: 'desc' },
  created: { key: { asc: sql.ref('people.created_at'), desc: sql.ref('people.created_at') }, kind: 'number', usually: 'desc' },
  name: { key: { asc: nameUp, desc: nameDown }, kind: 'string', usually: 'asc' },
} as const

function readPlace({ sort = 'seen', order, cursor }: PeopleQuery) {
  const { key, kind, usually } = sorts[sort]
  const chosen: Order = order ?? usually
  return { key: key[chosen], order: chosen, after: readCursor(cursor, kind) }
}

async function readPage(queries: Queries, conditions: readonly RawBuilder<boolean>[], query: PeopleQuery): Promise<Omit<PeoplePage, 'total'>> {
  const { key, order, after } = readPlace(query)
  const direction = sql.raw(order)
  const read = async (place: readonly RawBuilder<unknown>[], size: number): Promise<{ id: string; key: string | number }[]> => {
    const { rows } = await sql<{ id: string; key: string | number }>`select people.id, ${key} as key from people
      where ${sql.join([...conditions, ...place], sql` and `)} order by ${key} ${direction}, people.id ${direction} limit ${size}`.execute(queries)
    return rows
  }
  const rows = await readAfter(after, order, key, read)
  const { shown, nextCursor } = cutPage(rows, (row) => [row.key, row.id])
  return { ids: shown.map((row) => row.id), nextCursor }
}

/** Those who share the place first, then those behind it: thousands can share one, such as having no name, and asked for at once SQLite
 * would go through all of them. */
async function readAfter<Row>(after: Place | null, order: Order, key: RawBuilder<unknown>, read: (place: readonly RawBuilder<unknown>[], size: number) => Promise<Row[]>): Promise<Row[]> {
  if (after === null) return read([], rowsForPage)
  const beyond = sql.raw(order === 'asc' ? '>' : '<')
  const beside = await read([sql`${key} = ${after[0]}`, sql`people.id ${beyond} ${after[1]}`], rowsForPage)
  if (beside.length === rowsForPage) return beside
  return [...beside, ...(await read([sql`${key} ${beyond} ${after[0]}`], rowsForPage - beside.length))]
}

async function count(queries: Queries, conditions: readonly RawBuilder<boolean>[]): Promise<number> {
  const { rows } = await sql<{ people: number | string }>`select count(*) as people from people where ${sql.join(conditions, sql` and `)}`.execute(queries)
  return Number(rows[0]?.people ?? 0)
}
