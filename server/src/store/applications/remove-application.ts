// Removes an application for good: what it was given ends, what people allowed it is forgotten. Its line in the log and
// the names that people had under its sector stay.
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import { revokeApplicationAuthorizations } from '../authorizations/revoke-application-authorizations.ts'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { ApplicationStoreContext } from './add-application.ts'
import { createApplicationAuditEvent } from './create-application-audit-event.ts'
import { deleteApplication, lockApplicationRow } from './application-store.ts'

/** @param now milliseconds since 1970 */
export async function removeApplication(
  { queries, random, actor }: ApplicationStoreContext,
  id: string,
  now: number,
): Promise<'removed' | 'unknown'> {
  return queries.transaction().execute(async (transaction) => {
    if ((await lockApplicationRow(transaction, id)) === undefined) return 'unknown'
    await appendAuditEvents(transaction, random, now, [
      await removeApplicationInTransaction(transaction, { random, actor }, id, now),
    ])
    return 'removed'
  })
}

/** Removes a locked application; the line is still to be appended. */
export async function removeApplicationInTransaction(
  transaction: DatabaseTransaction,
  { random, actor }: Omit<ApplicationStoreContext, 'queries'>,
  id: string,
  now: number,
): Promise<NewAuditEvent> {
  // First, because those that asked for it are told at the address in the definition.
  await revokeApplicationAuthorizations(transaction, random, { applicationId: id }, now)
  await deleteApplication(transaction, id)
  return createApplicationAuditEvent('application.removed', { applicationId: id }, actor)
}
