// Live sessions as administrators see them: of one person, and of everybody.
import type { AdminAnswer, AdminInput } from '@countersign/api/admin-calls'
import { sql } from 'kysely'
import { setImmediate as giveWay } from 'node:timers/promises'
import type { App } from '../../platform/call.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import { Refusal } from '../../platform/refusal.ts'
import {
  describeSession,
  findSessionAt,
  listActiveSessions,
  listEverybodysSessions,
} from '../../store/sessions/store.ts'
import type { SessionRow } from '../../store/sessions/store.ts'
import { cutPage, readCursor, rowsForPage, writeCursor } from './list-page.ts'
import type { Order, Place } from './list-page.ts'
import { namePeople } from './name-people.ts'
import { findAll } from './people-list.ts'
import { textPredicate } from './people-search.ts'
import type { SearchPredicate } from './people-search.ts'

type World = Pick<App, 'database' | 'settings' | 'clock'>
type PersonSession = AdminAnswer<'listPersonSessions'>['items'][number]

/**
 * The live sessions of a person, the newest first, with what they are signed in to through each.
 * @throws Refusal `person.not_found`
 */
export async function listPersonSessions(
  world: World,
  id: string,
  { cursor }: AdminInput<'listPersonSessions'>['query'],
): Promise<AdminAnswer<'listPersonSessions'>> {
  const { queries } = world.database
  const now = world.clock()
  if (
    (await queries
      .selectFrom('people')
      .select('id')
      .where('id', '=', id)
      .where('status', '!=', 'erased')
      .executeTakeFirst()) === undefined
  )
    throw new Refusal('person.not_found')
  const place = readCursor(cursor, 'number')
  const rows = await listActiveSessions(queries, id, {
    now,
    after: place === null ? null : { createdAt: place[0], id: place[1] },
    size: rowsForPage,
  })
  const { rows: shown, nextCursor } = cut(rows)
  return { items: await describeSessions(world, shown, now), nextCursor, total: null }
}

/**
 * The live sessions of everybody, the newest first unless it is asked otherwise. Those of people who are searched for are found by their
 * people where these are few; and where they are many, among the sessions in their order, of which a page looks through so many at most: it
 * can be short, or empty, and still have a next one.
 * @throws Refusal `request.invalid` for a cursor that is none of this list
 */
export async function listLiveSessions(
  world: World,
  { search, order = 'desc', cursor }: AdminInput<'listLiveSessions'>['query'],
): Promise<AdminAnswer<'listLiveSessions'>> {
  const { kind, queries } = world.database
  const now = world.clock()
  const list = { now, order, after: readCursor(cursor, 'number') }
  const { rows, nextCursor } =
    search === undefined
      ? cut(await listEverybodysSessions(queries, { ...list, size: rowsForPage }))
      : await findSessions(queries, textPredicate(search, kind), list)
  const described = await describeSessions(world, rows, now)
  const nameOf = await namePeople(
    queries,
    rows.map(({ person_id }) => person_id),
  )
  const items = described.map((session, index) => ({ ...session, person: nameOf(rows[index]?.person_id ?? '') }))
  return { items, nextCursor, total: null }
}

interface SessionList {
  now: number
  order: Order
  after: Place<number> | null
}

type Found = { rows: SessionRow[]; nextCursor: string | null }

/** How many sessions a page looks through, at most, and how many at a time, with a turn for everybody else in between. */
const mostLooked = 1000
const step = 250

async function findSessions(queries: Queries, predicate: SearchPredicate, list: SessionList): Promise<Found> {
  const few = await findAll(queries, predicate)
  if (few?.length === 0) return { rows: [], nextCursor: null }
  // Of so many people the sessions are read and sorted, because each has few that are live.
  if (few !== null) return cut(await listEverybodysSessions(queries, { ...list, of: few, size: rowsForPage }))
  const having = sql<boolean>`(select 1 from people where people.id = sessions.person_id and ${predicate.has} limit 1) is not null`
  const rows: SessionRow[] = []
  let { after } = list
  for (let looked = 0; looked < mostLooked; looked += step) {
    if (looked > 0) await giveWay()
    const end = await findSessionAt(queries, { ...list, after }, step)
    rows.push(
      ...(await listEverybodysSessions(queries, {
        ...list,
        after,
        until: end,
        having,
        size: rowsForPage - rows.length,
      })),
    )
    if (end === null || rows.length === rowsForPage) return cut(rows)
    after = end
  }
  return { rows, nextCursor: after === null ? null : writeCursor(after) }
}

function cut(all: readonly SessionRow[]): Found {
  const { shown, nextCursor } = cutPage(all, placeOf)
  return { rows: shown, nextCursor }
}

const placeOf = ({ created_at, id }: SessionRow): Place<number> => [created_at, id]

async function describeSessions(
  { database: { queries }, settings }: World,
  rows: readonly SessionRow[],
  now: number,
): Promise<PersonSession[]> {
  const namesOf = await nameApplications(
    queries,
    rows.map((row) => row.id),
  )
  // Seen from no session and no network of their own.
  const view = { currentId: '', networkPrefix: '', limits: settings.limits, chains: settings.chains, now }
  return rows.map((row) => {
    const {
      current: _current,
      sameNetwork: _sameNetwork,
      confirmedUntil: _confirmedUntil,
      ...session
    } = describeSession(row, view)
    return { ...session, applications: namesOf.get(row.id) ?? [] }
  })
}

/** The names of the applications that are signed in through each session. */
async function nameApplications(queries: Queries, sessionIds: readonly string[]): Promise<Map<string, string[]>> {
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
