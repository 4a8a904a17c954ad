// Removes a passkey from who is signed in, and with it the sessions that it began (THREATS P4). The last way in stays (P3).
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

/**
 * @returns whether the session of who asked has ended with it
 * @throws ApiError `passkey.not_found`, `merge.already_open`, `sign_in_method.last`, `session.required`
 */
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

/**
 * Takes a passkey from a person whom the transaction holds, with the sessions that it began.
 * @returns whether they had it
 */
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
