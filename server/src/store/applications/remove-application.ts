// Removes an application with its grants. Audit events and the subjects of its sector stay.
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import { revokeApplicationAuthorizations } from '../authorizations/revoke-application-authorizations.ts'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { ApplicationStoreContext } from './add-application.ts'
import { createApplicationAuditEvent } from './create-application-audit-event.ts'
import { deleteApplication, lockApplicationRow } from './application-store.ts'

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

/** Requires the application lock; the caller appends the event. */
export async function removeApplicationInTransaction(
  transaction: DatabaseTransaction,
  { random, actor }: Omit<ApplicationStoreContext, 'queries'>,
  id: string,
  now: number,
): Promise<NewAuditEvent> {
  // This comes before the deletion, because logout deliveries need the URI in the definition.
  await revokeApplicationAuthorizations(transaction, random, { applicationId: id }, now)
  await deleteApplication(transaction, id)
  return createApplicationAuditEvent('application.removed', { applicationId: id }, actor)
}
