import type {
  AdminApiEndpointOutput,
  AdminApiApplication,
  AdminApiEndpointInput,
} from '@countersign/api/admin-api-endpoints'
import { sql } from 'kysely'
import { describeApplication, findApplicationById } from '../../store/applications/application-store.ts'
import { describeClientMetadataAndRestrictions } from '../../store/applications/operator-restrictions-of-client-metadata.ts'
import type { ApplicationRecord } from '../../store/applications/application-store.ts'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import type { ServerSettings } from '../../platform/server-setting-definitions.ts'
import { isActiveSessionWithoutIndexSql } from '../../store/sessions/active-session-sql-condition.ts'
import type { Database, DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { countAuditEventsByDay, listRecentDays } from './count-audit-events-by-day.ts'
import { getCachedListCount } from './cached-admin-list-counts.ts'
import {
  createAfterCursorSqlCondition,
  createLikePattern,
  paginateRows,
  decodeListCursor,
  adminListQueryLimit,
} from './admin-list-pagination.ts'
import { describeApplicationSetup } from './describe-application-setup.ts'
import { listOidcClientSettings } from './list-oidc-client-settings.ts'

type Query = AdminApiEndpointInput<'listApplications'>['query']

const lastUsedAtColumn = sql`(select max(last_used_at) from grants where grants.application_id = applications.id)`

const sortKeys = {
  name: { column: sql`lower(applications.name)`, kind: 'string' },
  created: { column: sql`applications.created_at`, kind: 'number' },
  used: { column: sql`coalesce(${lastUsedAtColumn}, 0)`, kind: 'number' },
} as const

const authorizedEventType = 'application.authorized'

export async function listApplications(
  { queries, kind: database }: Database,
  { search, enabled, kind, sort = 'name', order = sort === 'name' ? 'asc' : 'desc', cursor, include }: Query,
  now: number,
): Promise<AdminApiEndpointOutput<'listApplications'>> {
  const { column, kind: keyKind } = sortKeys[sort]
  const place = decodeListCursor(cursor, keyKind)
  const found = [
    ...(search === undefined ? [] : [applicationTextCondition(database, search.trim().toLowerCase())]),
    ...(enabled === undefined ? [] : [sql<boolean>`applications.enabled = ${enabled === 'yes' ? 1 : 0}`]),
    ...(kind === undefined ? [] : [sql<boolean>`applications.kind = ${kind}`]),
  ]
  const where = (conditions: readonly unknown[]) =>
    conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
  const rows = (
    await sql<{ id: string; key: string | number }>`
      select applications.id, ${column} as key from applications
      ${where([...found, ...(place === null ? [] : [createAfterCursorSqlCondition(column, sql`applications.id`, place, order)])])}
      order by key ${sql.raw(order)}, applications.id ${sql.raw(order)} limit ${adminListQueryLimit}`.execute(queries)
  ).rows
  const {
    rows: [counted],
  } = await sql<{ total: number | string }>`select count(*) as total from applications ${where(found)}`.execute(queries)
  const { shown, nextCursor } = paginateRows(rows, ({ key, id }) => [keyKind === 'number' ? Number(key) : key, id])
  const items: AdminApiEndpointOutput<'listApplications'>['items'] = []
  const ids = shown.map(({ id }) => id)
  const byDay = await countAuditEventsByDay(queries, [authorizedEventType], ids, now)
  for (const id of ids) {
    const record = await findApplicationById(queries, id)
    if (record !== undefined)
      items.push({
        ...(await toAdminApplicationListEntry(queries, record, now)),
        signInsByDay: byDay(authorizedEventType, id),
        ...(include === 'definition' && { stored: describeStored(record, now) }),
      })
  }
  return { items, nextCursor, total: Number(counted?.total ?? 0) }
}

export async function findApplicationIdsByName(
  { queries, kind }: Database,
  search: string,
  most: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select applications.id from applications
    where ${applicationTextCondition(kind, search.toLowerCase())} order by lower(applications.name), applications.id limit ${most}`.execute(
    queries,
  )
  return rows.map(({ id }) => id)
}

function applicationTextCondition(database: Database['kind'], text: string) {
  const pattern = createLikePattern(text)
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

export async function toAdminApplicationListEntry(
  queries: DatabaseQueryBuilder,
  record: ApplicationRecord,
  now: number,
): Promise<AdminApiApplication> {
  const { id, name, kind, enabled, origin, claimedName, registrationTokenId, createdAt, changedAt } = record
  const { logo, uri } = describeApplication(record)
  const people = await getCachedListCount(
    queries,
    {
      name: `people of ${id}`,
      from: sql`grants`,
      where: sql`application_id = ${id} and revoked_at is null`,
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
    createdAt: formatRfc3339Timestamp(createdAt),
    changedAt: formatRfc3339Timestamp(changedAt),
    lastUsedAt: used_at === null ? null : formatRfc3339Timestamp(used_at),
  }
}

function describeStored(record: ApplicationRecord, now: number) {
  const { definition, secretHash, previousSecretHash, previousSecretExpiresAt, sector } = record
  const overlaps = previousSecretHash !== null && previousSecretExpiresAt !== null && previousSecretExpiresAt > now
  return {
    definition: { ...definition },
    ...describeClientMetadataAndRestrictions(record),
    hasSecret: secretHash !== null,
    previousSecretUntil: overlaps ? formatRfc3339Timestamp(previousSecretExpiresAt) : null,
    sector,
  }
}

export async function readAdminApplicationDetails(
  queries: DatabaseQueryBuilder,
  settings: Pick<ServerSettings, 'origin' | 'port'>,
  id: string,
  now: number,
): Promise<AdminApiEndpointOutput<'readApplication'> | undefined> {
  const record = await findApplicationById(queries, id)
  if (record === undefined) return undefined
  const byDay = (await countAuditEventsByDay(queries, [authorizedEventType], [id], now))(authorizedEventType, id)
  return {
    ...(await toAdminApplicationListEntry(queries, record, now)),
    ...describeStored(record, now),
    clientSettings: await listOidcClientSettings(settings, record.definition),
    setup: await describeApplicationSetup(settings, record.definition),
    signIns: listRecentDays(now).map((day, place) => ({ day, count: byDay[place] ?? 0 })),
    live: await countLiveSessions(queries, id, now),
  }
}

async function countLiveSessions(queries: DatabaseQueryBuilder, id: string, now: number): Promise<number> {
  // A join would read every live session.
  const isLive = sql`(select 1 from sessions where sessions.id = authorizations.session_id and ${isActiveSessionWithoutIndexSql(now)} limit 1) is not null`
  const where = sql`authorizations.application_id = ${id} and ${isLive}`
  return getCachedListCount(
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
