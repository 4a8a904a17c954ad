// Applications as administrators see them: lists, found by what is searched for, and each with how it is used.
import type { AdminAnswer, AdminApplication, AdminInput } from '@countersign/api/admin-calls'
import { sql } from 'kysely'
import { describeApplication, findApplication } from '../../store/applications/store.ts'
import { describeTerms } from '../../store/applications/document-terms.ts'
import type { ApplicationRecord } from '../../store/applications/store.ts'
import { formatTime } from '../../platform/clock.ts'
import type { Settings } from '../../platform/settings.ts'
import { liveAmong } from '../../store/sessions/live.ts'
import type { Database, Queries } from '../../platform/database/open-database.ts'
import { countByDay, lastDays } from './count-by-day.ts'
import { countRows } from './count-rows.ts'
import { comesAfter, containing, cutPage, readCursor, rowsForPage } from './list-page.ts'
import { pasteOf } from './application-paste.ts'

type Query = AdminInput<'listApplications'>['query']

/** When an application was last told of somebody. */
const usedAt = sql`(select max(last_used_at) from grants where grants.application_id = applications.id)`

const sortKeys = {
  name: { column: sql`lower(applications.name)`, kind: 'string' },
  created: { column: sql`applications.created_at`, kind: 'number' },
  used: { column: sql`coalesce(${usedAt}, 0)`, kind: 'number' },
} as const

/** Somebody signed in to an application. */
const authorized = 'application.authorized'

/** A page of applications. */
export async function listApplications(
  { queries, kind: database }: Database,
  { search, enabled, kind, sort = 'name', order = sort === 'name' ? 'asc' : 'desc', cursor, include }: Query,
  now: number,
): Promise<AdminAnswer<'listApplications'>> {
  const { column, kind: keyKind } = sortKeys[sort]
  const place = readCursor(cursor, keyKind)
  const found = [
    ...(search === undefined ? [] : [matches(database, search.trim().toLowerCase())]),
    ...(enabled === undefined ? [] : [sql<boolean>`applications.enabled = ${enabled === 'yes' ? 1 : 0}`]),
    ...(kind === undefined ? [] : [sql<boolean>`applications.kind = ${kind}`]),
  ]
  const where = (conditions: readonly unknown[]) =>
    conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
  const rows = (
    await sql<{ id: string; key: string | number }>`
      select applications.id, ${column} as key from applications
      ${where([...found, ...(place === null ? [] : [comesAfter(column, sql`applications.id`, place, order)])])}
      order by key ${sql.raw(order)}, applications.id ${sql.raw(order)} limit ${rowsForPage}`.execute(queries)
  ).rows
  const {
    rows: [counted],
  } = await sql<{ total: number | string }>`select count(*) as total from applications ${where(found)}`.execute(queries)
  const { shown, nextCursor } = cutPage(rows, ({ key, id }) => [keyKind === 'number' ? Number(key) : key, id])
  const items: AdminAnswer<'listApplications'>['items'] = []
  const ids = shown.map(({ id }) => id)
  const byDay = await countByDay(queries, [authorized], ids, now)
  for (const id of ids) {
    const record = await findApplication(queries, id)
    // One that was removed at this very moment is left out.
    if (record !== undefined)
      items.push({
        ...(await describeListed(queries, record, now)),
        signInsByDay: byDay(authorized, id),
        ...(include === 'definition' && { stored: describeStored(record, now) }),
      })
  }
  return { items, nextCursor, total: Number(counted?.total ?? 0) }
}

/** The ids of a few applications that are searched for, by their names. */
export async function findApplicationIds({ queries, kind }: Database, search: string, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select applications.id from applications
    where ${matches(kind, search.toLowerCase())} order by lower(applications.name), applications.id limit ${most}`.execute(
    queries,
  )
  return rows.map(({ id }) => id)
}

/** A name, an id, or a part of an address that is registered. */
function matches(database: Database['kind'], text: string) {
  const pattern = containing(text)
  const like = (value: ReturnType<typeof sql>) => sql`lower(${value}) like ${pattern} escape '\\'`
  const listed = (member: string) =>
    database === 'sqlite'
      ? sql`exists (select 1 from json_each(applications.definition, ${`$.${member}`}) as address where ${like(sql`address.value`)})`
      : sql`exists (select 1 from json_array_elements_text(cast(applications.definition as json) -> ${sql.lit(member)}) as address(value) where ${like(sql`address.value`)})`
  const home =
    database === 'sqlite'
      ? sql`json_extract(applications.definition, '$.uri')`
      : sql`cast(applications.definition as json) ->> 'uri'`
  const ways = [
    like(sql`applications.name`),
    like(sql`applications.id`),
    like(sql`coalesce(${home}, '')`),
    listed('redirectUris'),
    listed('postLogoutUris'),
    listed('hosts'),
  ]
  return sql<boolean>`(${sql.join(ways, sql` or `)})`
}

/** An application as the lists show it: with how many people have allowed it something, and when it last was told of one. */
export async function describeListed(
  queries: Queries,
  record: ApplicationRecord,
  now: number,
): Promise<AdminApplication> {
  const { id, name, kind, enabled, origin, claimedName, registrationTokenId, createdAt, changedAt } = record
  const { logo, uri } = describeApplication(record)
  const people = await countRows(
    queries,
    {
      name: `people of ${id}`,
      from: sql`grants`,
      where: sql`application_id = ${id} and withdrawn_at is null`,
      key: ['person_id'],
    },
    now,
  )
  const { used_at } = await queries
    .selectFrom('grants')
    .select(({ fn }) => fn.max<number | null>('last_used_at').as('used_at'))
    .where('application_id', '=', id)
    .executeTakeFirstOrThrow()
  return {
    id,
    name,
    kind,
    enabled,
    origin,
    ...(claimedName !== null && { claimedName }),
    ...(registrationTokenId !== null && { registrationToken: registrationTokenId }),
    logo,
    uri,
    people,
    createdAt: formatTime(createdAt),
    changedAt: formatTime(changedAt),
    lastUsedAt: used_at === null ? null : formatTime(used_at),
  }
}

function describeStored(record: ApplicationRecord, now: number) {
  const { definition, secretHash, previousSecretHash, previousSecretExpiresAt, sector } = record
  const overlaps = previousSecretHash !== null && previousSecretExpiresAt !== null && previousSecretExpiresAt > now
  return {
    definition: { ...definition },
    ...describeTerms(record),
    hasSecret: secretHash !== null,
    previousSecretUntil: overlaps ? formatTime(previousSecretExpiresAt) : null,
    sector,
  }
}

/** An application in full; undefined where there is none. */
export async function readApplication(
  queries: Queries,
  settings: Pick<Settings, 'origin' | 'port'>,
  id: string,
  now: number,
): Promise<AdminAnswer<'readApplication'> | undefined> {
  const record = await findApplication(queries, id)
  if (record === undefined) return undefined
  const byDay = (await countByDay(queries, [authorized], [id], now))(authorized, id)
  return {
    ...(await describeListed(queries, record, now)),
    ...describeStored(record, now),
    paste: await pasteOf(settings, record.definition),
    signIns: lastDays(now).map((day, place) => ({ day, count: byDay[place] ?? 0 })),
    live: await countLive(queries, id, now),
  }
}

async function countLive(queries: Queries, id: string, now: number): Promise<number> {
  // Asked for one session at a time: begun at everybody's live sessions, or joined to them, it would cost as much as there are of these.
  const isLive = sql`(select 1 from sessions where sessions.id = authorizations.session_id and ${liveAmong(now)} limit 1) is not null`
  const where = sql`authorizations.application_id = ${id} and ${isLive}`
  return countRows(
    queries,
    {
      name: `signed in to ${id}`,
      from: sql`authorizations`,
      where,
      key: ['authorizations.person_id'],
      isDistinct: true,
    },
    now,
  )
}
