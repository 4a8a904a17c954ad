// Applications as administrators see them: lists, found by what is searched for, and each with how it is used.
import type { AdminAnswer, AdminApplication, AdminInput } from '@countersign/api/admin-calls'
import { sql } from 'kysely'
import { hourMs } from '../activity/count.ts'
import { describeApplication, findApplication } from '../applications/store.ts'
import type { ApplicationRecord } from '../applications/store.ts'
import { formatTime } from '../platform/clock.ts'
import type { Database, Queries } from '../platform/database/open-database.ts'
import { active } from '../sessions/store.ts'
import { comesAfter, containing, cutPage, readCursor, rowsForPage } from './list-page.ts'
import { pasteOf } from './application-paste.ts'

type Query = AdminInput<'listApplications'>['query']

const sortKeys = { name: { column: sql`lower(applications.name)`, kind: 'string' }, created: { column: sql`applications.created_at`, kind: 'number' }, used: { column: sql`coalesce(usage.used_at, 0)`, kind: 'number' } } as const

/** How many people have allowed an application something, and when it last was told of one: of all, since there are few applications. */
const usage = sql`select application_id, count(case when withdrawn_at is null then 1 end) as people, max(last_used_at) as used_at from grants group by application_id`

/** A page of applications. */
export async function listApplications({ queries, kind: database }: Database, { search, enabled, kind, sort = 'name', order = sort === 'name' ? 'asc' : 'desc', cursor }: Query): Promise<AdminAnswer<'listApplications'>> {
  const { column, kind: keyKind } = sortKeys[sort]
  const place = readCursor(cursor, keyKind)
  const found = [
    ...(search === undefined ? [] : [matches(database, search.trim().toLowerCase())]),
    ...(enabled === undefined ? [] : [sql<boolean>`applications.enabled = ${enabled === 'yes' ? 1 : 0}`]),
    ...(kind === undefined ? [] : [sql<boolean>`applications.kind = ${kind}`]),
  ]
  const where = (conditions: readonly unknown[]) => (conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`)
  const rows = (
    await sql<{ id: string; key: string | number; people: number | string | null; used_at: number | string | null }>`
      select applications.id, ${column} as key, usage.people, usage.used_at
      from applications left join (${usage}) as usage on usage.application_id = applications.id
      ${where([...found, ...(place === null ? [] : [comesAfter(column, sql`applications.id`, place, order)])])}
      order by key ${sql.raw(order)}, applications.id ${sql.raw(order)} limit ${rowsForPage}`.execute(queries)
  ).rows
  const { rows: [counted] } = await sql<{ total: number | string }>`select count(*) as total from applications ${where(found)}`.execute(queries)
  const { shown, nextCursor } = cutPage(rows, ({ key, id }) => [keyKind === 'number' ? Number(key) : key, id])
  const records = new Map((await Promise.all(shown.map(({ id }) => findApplication(queries, id)))).flatMap((record) => (record === undefined ? [] : [[record.id, record]])))
  return {
    // One that was removed at this very moment is left out.
    items: shown.flatMap(({ id, people, used_at }) => {
      const record = records.get(id)
      return record === undefined ? [] : [describe(record, { people: Number(people ?? 0), usedAt: used_at === null ? null : Number(used_at) })]
    }),
    nextCursor,
    total: Number(counted?.total ?? 0),
  }
}

/** A name, an id, or a part of an address that is registered. */
function matches(database: Database['kind'], text: string) {
  const pattern = containing(text)
  const like = (value: ReturnType<typeof sql>) => sql`lower(${value}) like ${pattern} escape '\\'`
  const listed = (member: string) =>
    database === 'sqlite'
      ? sql`exists (select 1 from json_each(applications.definition, ${`$.${member}`}) as address where ${like(sql`address.value`)})`
      : sql`exists (select 1 from json_array_elements_text(cast(applications.definition as json) -> ${sql.lit(member)}) as address(value) where ${like(sql`address.value`)})`
  const home = database === 'sqlite' ? sql`json_extract(applications.definition, '$.uri')` : sql`cast(applications.definition as json) ->> 'uri'`
  const ways = [like(sql`applications.name`), like(sql`applications.id`), like(sql`coalesce(${home}, '')`), listed('redirectUris'), listed('postLogoutUris')]
  return sql<boolean>`(${sql.join(ways, sql` or `)})`
}

interface Usage {
  people: number
  usedAt: number | null
}

function describe(record: ApplicationRecord, { people, usedAt }: Usage): AdminApplication {
  const { id, name, kind, enabled, origin, createdAt, changedAt } = record
  const { logo, uri } = describeApplication(record)
  return { id, name, kind, enabled, origin, logo, uri, people, createdAt: formatTime(createdAt), changedAt: formatTime(changedAt), lastUsedAt: usedAt === null ? null : formatTime(usedAt) }
}

/** An application as the lists show it. */
export async function describeListed(queries: Queries, record: ApplicationRecord): Promise<AdminApplication> {
  const { people, used_at } = await queries
    .selectFrom('grants')
    .select(({ fn }) => [sql<number | string>`count(case when withdrawn_at is null then 1 end)`.as('people'), fn.max('last_used_at').as('used_at')])
    .where('application_id', '=', record.id)
    .executeTakeFirstOrThrow()
  return describe(record, { people: Number(people), usedAt: used_at === null ? null : Number(used_at) })
}

/** An application in full; undefined where there is none. */
export async function readApplication(queries: Queries, origin: string, id: string, now: number): Promise<AdminAnswer<'readApplication'> | undefined> {
  const record = await findApplication(queries, id)
  if (record === undefined) return undefined
  const { definition, previousSecretHash, previousSecretExpiresAt } = record
  const overlaps = previousSecretHash !== null && previousSecretExpiresAt !== null && previousSecretExpiresAt > now
  return {
    ...(await describeListed(queries, record)),
    definition: { ...definition },
    paste: pasteOf(origin, definition),
    hasSecret: record.secretHash !== null,
    previousSecretUntil: overlaps ? formatTime(previousSecretExpiresAt) : null,
    signIns: await countSignIns(queries, id, now),
    live: await countLive(queries, id, now),
  }
}

async function countLive(queries: Queries, id: string, now: number): Promise<number> {
  const { people } = await queries
    .selectFrom('authorizations')
    .innerJoin('sessions', 'sessions.id', 'authorizations.session_id')
    .select(({ fn }) => fn.count<number | string>('authorizations.person_id').distinct().as('people'))
    .where('authorizations.application_id', '=', id)
    .where(active(now))
    .executeTakeFirstOrThrow()
  return Number(people)
}

const dayMs = 86_400_000
const shownDays = 30

/** Sign-ins of each of the last days, today among them. Only the newest lines are walked over, however long the log is. */
async function countSignIns(queries: Queries, id: string, now: number): Promise<{ day: string; count: number }[]> {
  const today = Math.floor(now / dayMs)
  const from = (today - shownDays + 1) * dayMs
  const { counted } = await queries.selectFrom('event_counted').select('sequence as counted').executeTakeFirstOrThrow()
  const { first } = await queries.selectFrom('event_hours').select(({ fn }) => fn.min('first_sequence').as('first')).where('hour', '>=', from / hourMs).executeTakeFirstOrThrow()
  const after = Math.min(Number(first ?? Number.MAX_SAFE_INTEGER) - 1, Number(counted))
  const { rows } = await sql<{ day: number | string; count: number | string }>`
    select events.at / ${sql.lit(dayMs)} as day, count(*) as count
    from event_links cross join events
    where event_links.kind = 'application' and event_links.target = ${id} and event_links.sequence > ${after}
      and events.sequence = event_links.sequence and events.type = 'application.authorized' and events.at >= ${from}
    group by 1`.execute(queries)
  const counts = new Map(rows.map(({ day, count }) => [Number(day), Number(count)]))
  return Array.from({ length: shownDays }, (_, index) => {
    const day = today - shownDays + 1 + index
    return { day: new Date(day * dayMs).toISOString().slice(0, 10), count: counts.get(day) ?? 0 }
  })
}
