// Live sessions as administrators see them: of one person, and of everybody.
import type { AdminAnswer, AdminInput } from '@countersign/api/admin-calls'
import { sql } from 'kysely'
import type { App } from '../platform/call.ts'
import type { Queries } from '../platform/database/open-database.ts'
import { Refusal } from '../platform/refusal.ts'
import { describeSession, listActiveSessions, listEverybodysSessions } from '../sessions/store.ts'
import type { SessionRow } from '../sessions/store.ts'
import { comesAfter, cutPage, readCursor, rowsForPage } from './list-page.ts'
import { namePeople } from './name-people.ts'
import { textMark } from './people-search.ts'

type World = Pick<App, 'database' | 'settings' | 'clock'>
type PersonSession = AdminAnswer<'listPersonSessions'>['items'][number]

/**
 * The live sessions of a person, the newest first, with what they are signed in to through each.
 * @throws Refusal `person.not_found`
 */
export async function listPersonSessions(world: World, id: string, { cursor }: AdminInput<'listPersonSessions'>['query']): Promise<AdminAnswer<'listPersonSessions'>> {
  const { queries } = world.database
  const now = world.clock()
  if ((await queries.selectFrom('people').select('id').where('id', '=', id).where('status', '!=', 'erased').executeTakeFirst()) === undefined) throw new Refusal('person.not_found')
  const place = readCursor(cursor, 'number')
  const rows = await listActiveSessions(queries, id, { now, after: place === null ? null : { createdAt: place[0], id: place[1] }, size: rowsForPage })
  const { shown, nextCursor } = cutPage(rows, placeOf)
  return { items: await describeSessions(world, shown, now), nextCursor, total: null }
}

/**
 * The live sessions of everybody, the newest first unless it is asked otherwise.
 * @throws Refusal `request.invalid` for a cursor that is none of this list
 */
export async function listLiveSessions(world: World, { search, order = 'desc', cursor }: AdminInput<'listLiveSessions'>['query']): Promise<AdminAnswer<'listLiveSessions'>> {
  const { kind, queries } = world.database
  const now = world.clock()
  const after = readCursor(cursor, 'number')
  const conditions = [
    ...(after === null ? [] : [comesAfter(sql.ref('sessions.created_at'), sql.ref('sessions.id'), after, order)]),
    ...(search === undefined ? [] : [sql<boolean>`exists (select 1 from people where people.id = sessions.person_id and ${textMark(search, kind).has})`]),
  ]
  const rows = await listEverybodysSessions(queries, { now, conditions, order, size: rowsForPage })
  const { shown, nextCursor } = cutPage(rows, placeOf)
  const described = await describeSessions(world, shown, now)
  const nameOf = await namePeople(queries, shown.map(({ person_id }) => person_id))
  const items = described.map((session, index) => ({ ...session, person: nameOf(shown[index]?.person_id ?? '') }))
  return { items, nextCursor, total: null }
}

const placeOf = ({ created_at, id }: SessionRow): [number, string] => [created_at, id]

async function describeSessions({ database: { queries }, settings }: World, rows: readonly SessionRow[], now: number): Promise<PersonSession[]> {
  const namesOf = await nameApplications(queries, rows.map((row) => row.id))
  // Seen from no session and no network of their own.
  const view = { currentId: '', networkPrefix: '', limits: settings.limits, chains: settings.chains, now }
  return rows.map((row) => {
    const { current: _current, sameNetwork: _sameNetwork, confirmedUntil: _confirmedUntil, ...session } = describeSession(row, view)
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
