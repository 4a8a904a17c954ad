import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { prepareSqlQuery, prepareSqlBatchQuery } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import type { PeopleTable, SessionsTable } from '../../platform/database/database-schema.ts'
import { isActivePersonSql } from '../people/active-person-sql-condition.ts'
import { isActiveSessionSql, isSessionNotEndedSql } from './active-session-sql-condition.ts'
import type { SessionQueryRow } from './describe-session.ts'
import { selectSessionsWithSignInDetails } from './session-list-queries.ts'

const insertSessions = prepareSqlBatchQuery((queries, rows: readonly SessionsTable[]) =>
  queries.insertInto('sessions').values(rows),
)

export async function insertSession(transaction: DatabaseTransaction, session: SessionsTable): Promise<void> {
  await insertSessions(transaction, [session])
}

const selectActiveSession = prepareSqlQuery((queries, tokenHash: string, now: number) =>
  selectSessionsWithSignInDetails(queries)
    .innerJoin('people', 'people.id', 'sessions.person_id')
    .select([
      'people.display_name',
      'people.display_name_folded',
      'people.picture_url',
      'people.locale',
      'people.status',
      'people.created_at as person_created_at',
      'people.last_seen_at as person_last_seen_at',
    ])
    .where('sessions.token_hash', '=', tokenHash)
    .where(isActiveSessionSql(now))
    .where(isActivePersonSql()),
)

/** Finds nothing if the person is suspended. */
export async function findActiveSession(
  queries: DatabaseQueryBuilder,
  tokenHash: string,
  now: number,
): Promise<{ session: SessionQueryRow; person: PeopleTable } | undefined> {
  const [row] = await selectActiveSession(queries, tokenHash, now)
  if (row === undefined) return undefined
  const {
    display_name,
    display_name_folded,
    picture_url,
    locale,
    status,
    person_created_at: created_at,
    person_last_seen_at: last_seen_at,
    ...session
  } = row
  return {
    session,
    person: {
      id: session.person_id,
      display_name,
      display_name_folded,
      picture_url,
      locale,
      status,
      created_at,
      last_seen_at,
    },
  }
}

/** True if a step-up replaced the session with an active one in the same browser. */
export async function wasReplacedByActiveSession(
  queries: DatabaseQueryBuilder,
  tokenHash: string,
  now: number,
): Promise<boolean> {
  const replaced = queries
    .selectFrom('sessions')
    .where('token_hash', '=', tokenHash)
    .where('end_reason', '=', 'replaced')
  const next = await queries
    .selectFrom('sessions')
    .innerJoin('people', 'people.id', 'sessions.person_id')
    .select('sessions.id')
    .where(isActivePersonSql())
    .where('sessions.person_id', '=', replaced.select('person_id'))
    .where('sessions.browser_id', '=', replaced.select('browser_id'))
    .where(isActiveSessionSql(now))
    .limit(1)
    .executeTakeFirst()
  return next !== undefined
}

const updateSessionUse = prepareSqlQuery((queries, id: string, now: number, idleExpiresAt: number) =>
  queries
    .updateTable('sessions')
    .set({ last_seen_at: now, idle_expires_at: idleExpiresAt })
    .where('id', '=', id)
    .where(isSessionNotEndedSql()),
)

export async function recordSessionUse(
  queries: DatabaseQueryBuilder,
  id: string,
  now: number,
  idleExpiresAt: number,
): Promise<void> {
  await updateSessionUse(queries, id, now, idleExpiresAt)
}

/** Null if the session is not active. */
export async function readActiveSessionExpiry(
  queries: DatabaseQueryBuilder,
  id: string,
  now: number,
): Promise<number | null> {
  const row = await queries
    .selectFrom('sessions')
    .select('expires_at')
    .where('id', '=', id)
    .where(isActiveSessionSql(now))
    .executeTakeFirst()
  return row?.expires_at ?? null
}
