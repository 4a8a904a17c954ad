import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { prepareSqlQuery } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import type { SessionEndReason } from '../../platform/database/database-column-types.ts'
import type { SessionsTable } from '../../platform/database/database-schema.ts'
import { isActiveSessionSql, isSessionNotEndedSql } from './active-session-sql-condition.ts'

export type SessionEndCriteria =
  | { id: string; personId: string }
  | { walletId: string }
  | { passkeyId: string }
  | { browserId: string; personId: string }
  | { personId: string; except: string | null; sparing?: readonly string[] }
  | { tokenHash: string }
  | { sessionIds: readonly string[] }
  | 'all'

export type EndedSession = Pick<SessionsTable, 'id' | 'person_id' | 'wallet_id' | 'contract_checked_at' | 'expires_at'>

const endSessionByToken = prepareSqlQuery((queries, tokenHash: string, reason: SessionEndReason, now: number) =>
  queries
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where(isActiveSessionSql(now))
    .where('token_hash', '=', tokenHash)
    .returning(['id', 'person_id', 'wallet_id', 'contract_checked_at', 'expires_at']),
)

export async function markSessionsEnded(
  transaction: DatabaseTransaction,
  selector: SessionEndCriteria,
  reason: SessionEndReason,
  now: number,
): Promise<EndedSession[]> {
  if (selector !== 'all' && 'tokenHash' in selector)
    return endSessionByToken(transaction, selector.tokenHash, reason, now)
  let query = transaction
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where(isActiveSessionSql(now))
  // Ignores expiry, because a clock that is ahead would report sessions as expired.
  if (selector === 'all')
    return transaction
      .updateTable('sessions')
      .set({ ended_at: now, end_reason: reason })
      .where(isSessionNotEndedSql())
      .returning(['id', 'person_id', 'wallet_id', 'contract_checked_at', 'expires_at'])
      .execute()
  if ('sessionIds' in selector) query = query.where('id', 'in', selector.sessionIds)
  else if ('walletId' in selector) query = query.where('wallet_id', '=', selector.walletId)
  else if ('passkeyId' in selector) query = query.where('passkey_id', '=', selector.passkeyId)
  else if ('browserId' in selector)
    query = query.where('person_id', '=', selector.personId).where('browser_id', '=', selector.browserId)
  else if ('except' in selector) {
    query = query.where('person_id', '=', selector.personId)
    const staying = [...(selector.except === null ? [] : [selector.except]), ...(selector.sparing ?? [])]
    if (staying.length > 0) query = query.where('id', 'not in', staying)
  } else query = query.where('person_id', '=', selector.personId).where('id', '=', selector.id)
  return query.returning(['id', 'person_id', 'wallet_id', 'contract_checked_at', 'expires_at']).execute()
}

export async function markSessionsExpired(
  transaction: DatabaseTransaction,
  now: number,
  size: number,
): Promise<(Pick<SessionsTable, 'id' | 'person_id'> & { end_reason: SessionEndReason | null })[]> {
  const isOver = sql<SqlBool>`${isSessionNotEndedSql()} and (idle_expires_at <= ${now} or expires_at <= ${now})`
  // Two queries are used, because PostgreSQL would scan all active sessions for an OR.
  const past = (end: 'idle_expires_at' | 'expires_at') =>
    sql`select id from (select id from sessions where ${isSessionNotEndedSql()} and ${sql.ref(end)} <= ${now} order by ${sql.ref(end)} limit ${size}) as over`
  const expiredSessionIds = sql<string>`(${past('idle_expires_at')} union ${past('expires_at')})`
  return (
    transaction
      .updateTable('sessions')
      .set((expression) => ({
        ended_at: now,
        end_reason: expression
          .case()
          .when('expires_at', '<=', now)
          .then('expired' as const)
          .else('idle' as const)
          .end(),
      }))
      .where('id', 'in', expiredSessionIds)
      // This is checked again, because the session may have been used since the subquery.
      .where(isOver)
      .returning(['id', 'person_id', 'end_reason'])
      .execute()
  )
}
