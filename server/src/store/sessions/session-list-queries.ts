import { sql } from 'kysely'
import type { RawBuilder, SelectQueryBuilder } from 'kysely'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { qualifySqlColumns } from '../../platform/database/qualify-sql-columns.ts'
import { databaseTableColumns } from '../../platform/database/database-schema.ts'
import { whereAfterCursor } from '../../platform/cursor-pagination.ts'
import type { PageCursor } from '../../platform/cursor-pagination.ts'
import type { DatabaseSchema } from '../../platform/database/database-schema.ts'
import { getBrowserTrustedSinceSql } from './trusted-browser-sql-condition.ts'
import {
  isActiveSessionSql,
  isActiveSessionWithoutIndexSql,
  isSessionNotEndedSql,
} from './active-session-sql-condition.ts'
import type { SessionQueryRow } from './describe-session.ts'

export const selectSessionsWithSignInDetails = (queries: DatabaseQueryBuilder) =>
  queries
    .selectFrom('sessions')
    .leftJoin('wallets', 'wallets.id', 'sessions.wallet_id')
    .leftJoin('wallet_names', 'wallet_names.wallet_id', 'sessions.wallet_id')
    .leftJoin('passkeys', 'passkeys.id', 'sessions.passkey_id')
    .leftJoin('browsers', 'browsers.id', 'sessions.browser_id')
    .select(qualifySqlColumns('sessions', databaseTableColumns.sessions))
    .select([
      'wallets.namespace',
      'wallets.address',
      'wallets.chain_reference',
      'wallet_names.name as wallet_name',
      'passkeys.label as passkey_label',
      'passkeys.device_type as passkey_device_type',
      'browsers.browser_hash',
      getBrowserTrustedSinceSql().as('browser_known_at'),
    ]) as unknown as SelectQueryBuilder<DatabaseSchema, 'sessions', SessionQueryRow>

export async function listActiveSessionsOfPerson(
  queries: DatabaseQueryBuilder,
  personId: string,
  { now, after, size }: { now: number; after: PageCursor | null; size: number },
): Promise<SessionQueryRow[]> {
  let query = selectSessionsWithSignInDetails(queries)
    .where('sessions.person_id', '=', personId)
    .where(isActiveSessionSql(now))
  if (after !== null) query = query.where(whereAfterCursor('sessions', after))
  return query.orderBy('sessions.created_at', 'desc').orderBy('sessions.id', 'desc').limit(size).execute()
}

interface SessionPagePosition {
  now: number
  order: 'asc' | 'desc'
  /** Exclusive. */
  after: readonly [createdAt: number, id: string] | null
}

interface AllSessionsQuery extends SessionPagePosition {
  /** Inclusive. */
  through?: readonly [createdAt: number, id: string] | null
  personIds?: readonly string[]
  condition?: RawBuilder<boolean>
  size: number
}

export async function listActiveSessionPage(
  queries: DatabaseQueryBuilder,
  { now, order, after, through = null, personIds, condition, size }: AllSessionsQuery,
): Promise<SessionQueryRow[]> {
  const [beyond, within] = order === 'asc' ? ([sql`>`, sql`<=`] as const) : ([sql`<`, sql`>=`] as const)
  const place = sql`(sessions.created_at, sessions.id)`
  const conditions = [
    ...(personIds === undefined ? [] : [sql`sessions.person_id in (${sql.join(personIds)})`]),
    ...(after === null ? [] : [sql`${place} ${beyond} (${sql.join(after)})`]),
    ...(through === null ? [] : [sql`${place} ${within} (${sql.join(through)})`]),
    ...(condition === undefined ? [] : [condition]),
  ]
  const chosen = sql<boolean>`${sql.join([isActiveSessionWithoutIndexSql(now), ...conditions], sql` and `)}`
  // For selected people, the IDs are sorted before the details are joined.
  const first = queries
    .selectFrom('sessions')
    .select('sessions.id')
    .where(chosen)
    .orderBy('sessions.created_at', order)
    .orderBy('sessions.id', order)
    .limit(size)
  const query =
    personIds === undefined
      ? selectSessionsWithSignInDetails(queries).where(chosen)
      : selectSessionsWithSignInDetails(queries).where('sessions.id', 'in', first)
  return query.orderBy('sessions.created_at', order).orderBy('sessions.id', order).limit(size).execute()
}

/** Returns the position after `offset` sessions that have not ended; null if there are fewer. */
export async function findSessionCursorAtOffset(
  queries: DatabaseQueryBuilder,
  { order, after }: SessionPagePosition,
  offset: number,
): Promise<[createdAt: number, id: string] | null> {
  let query = queries.selectFrom('sessions').select(['created_at', 'id']).where(isSessionNotEndedSql())
  if (after !== null)
    query = query.where(sql<boolean>`(created_at, id) ${order === 'asc' ? sql`>` : sql`<`} (${sql.join(after)})`)
  const row = await query.orderBy('created_at', order).orderBy('id', order).limit(1).offset(offset).executeTakeFirst()
  return row === undefined ? null : [row.created_at, row.id]
}
