// Keeps a session awake by what an application does through it: whoever works there is not idle here.
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/open-database.ts'
import { prepare } from '../../platform/database/prepared.ts'
import { notEnded } from './live.ts'
import { touchIntervalMs } from './role-limits.ts'

const touch = prepare((queries, authorizationId: string, now: number, idleMs: number, noteBefore: number) =>
  queries
    .updateTable('sessions')
    // A session of somebody with a role has a shorter time, and keeps that: an application must not keep it awake for longer.
    .set({
      last_seen_at: now,
      idle_expires_at: sql<number>`${now} + case when idle_expires_at - last_seen_at < ${idleMs} then idle_expires_at - last_seen_at else ${idleMs} end`,
    })
    .where('id', '=', (expression) =>
      expression.selectFrom('authorizations').select('session_id').where('id', '=', authorizationId),
    )
    .where(notEnded())
    .where('last_seen_at', '<=', noteBefore),
)

/** Use of a refresh token is use of the session; noted as seldom as any other use. */
export async function keepSessionAwake(
  transaction: Transaction,
  authorizationId: string,
  now: number,
  idleMs: number,
): Promise<void> {
  await touch(transaction, authorizationId, now, idleMs, now - touchIntervalMs(idleMs))
}
