// Lets the victim of a malicious merge still sign in and undo it (THREATS P3, decision 0012).
import { listMovedSignInMethodIds } from '../people/sign-in-method-removal-guard.ts'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { SessionsTable } from '../../platform/database/database-schema.ts'
import { isSessionNotEndedSql } from './active-session-sql-condition.ts'

export interface SessionEndRequester {
  person: { id: string }
  session: Pick<SessionsTable, 'id' | 'wallet_id' | 'passkey_id'>
}

/** Returns none if the caller also used a moved sign-in method. Requires the person row lock. */
export async function listSessionsProtectedAfterMerge(
  transaction: DatabaseTransaction,
  { person, session }: SessionEndRequester,
  now: number,
): Promise<Pick<SessionsTable, 'id' | 'browser_id'>[]> {
  const moved = await listMovedSignInMethodIds(transaction, person.id, now)
  const startedByMovedMethod = ({ wallet_id, passkey_id }: SessionEndRequester['session']): boolean =>
    moved.has(wallet_id ?? '') || moved.has(passkey_id ?? '')
  if (moved.size === 0 || startedByMovedMethod(session)) return []
  const active = await transaction
    .selectFrom('sessions')
    .select(['id', 'browser_id', 'wallet_id', 'passkey_id'])
    .where('person_id', '=', person.id)
    .where(isSessionNotEndedSql())
    .execute()
  return active.filter(startedByMovedMethod)
}
