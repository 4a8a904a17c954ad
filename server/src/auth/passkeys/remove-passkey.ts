// Ends the passkey's sessions too (THREATS P4); the last sign-in method cannot be removed (P3).
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import { lockPersonRowForSignInMethodRemoval } from '../../store/people/sign-in-method-removal-guard.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { ApiError } from '../../platform/api-error.ts'
import { endSessionsInTransaction } from '../../store/sessions/end-sessions-with-audit-events.ts'
import { untrustBrowsersTrustedByMethods } from '../../store/sessions/untrust-browsers.ts'
import { lockSessionRow } from '../../store/sessions/lock-session-rows.ts'
import type { AuthenticatedSession } from '../session-guard/require-request-session.ts'
import { createPasskeyAuditEvent } from './add-passkey.ts'
import { updatePasskey, listPasskeysOfPerson } from './passkey-store.ts'

/** @returns whether the caller's own session has ended */
export async function removePasskey(
  { queries, random }: { queries: DatabaseQueryBuilder; random: RandomBytes },
  { person, session }: AuthenticatedSession,
  id: string,
  now: number,
): Promise<boolean> {
  return queries.transaction().execute(async (transaction) => {
    if (!(await listPasskeysOfPerson(transaction, person.id)).some((passkey) => passkey.id === id))
      throw new ApiError('passkey.not_found')
    await lockPersonRowForSignInMethodRemoval(transaction, person.id, now)
    await lockSessionRow(transaction, session)
    if (!(await removePasskeyInTransaction(transaction, random, { id, personId: person.id }, now)))
      throw new ApiError('passkey.not_found')
    return session.passkey_id === id
  })
}

/** The caller must hold the lock on the person. @returns whether the person had the passkey */
export async function removePasskeyInTransaction(
  transaction: DatabaseTransaction,
  random: RandomBytes,
  { id, personId }: { id: string; personId: string },
  now: number,
): Promise<boolean> {
  const removed = await updatePasskey(transaction, { id, personId }, { removed_at: now })
  if (removed === undefined) return false
  const ended = await endSessionsInTransaction(transaction, random, { passkeyId: id }, 'passkey-removed', now)
  await untrustBrowsersTrustedByMethods(transaction, personId, { passkeyIds: [id] })
  await appendAuditEvents(transaction, random, now, [createPasskeyAuditEvent('passkey.removed', removed), ...ended])
  return true
}
