import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { prepareSqlQuery } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import { isSessionNotEndedSql } from './active-session-sql-condition.ts'
import { getSessionLastSeenUpdateIntervalMs } from './role-session-lifetime-rules.ts'

const updateIdleTimeout = prepareSqlQuery(
  (queries, authorizationId: string, now: number, idleMs: number, updateIfBefore: number) =>
    queries
      .updateTable('sessions')
      // The shorter timeout for people with roles still applies.
      .set({
        last_seen_at: now,
        idle_expires_at: sql<number>`${now} + case when idle_expires_at - last_seen_at < ${idleMs} then idle_expires_at - last_seen_at else ${idleMs} end`,
      })
      .where('id', '=', (expression) =>
        expression.selectFrom('authorizations').select('session_id').where('id', '=', authorizationId),
      )
      .where(isSessionNotEndedSql())
      .where('last_seen_at', '<=', updateIfBefore),
)

export async function extendSessionIdleTimeout(
  transaction: DatabaseTransaction,
  authorizationId: string,
  now: number,
  idleMs: number,
): Promise<void> {
  await updateIdleTimeout(transaction, authorizationId, now, idleMs, now - getSessionLastSeenUpdateIntervalMs(idleMs))
}
