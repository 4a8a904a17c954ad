import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import { revokeApplicationAuthorizations } from '../authorizations/revoke-application-authorizations.ts'
import type { ApplicationStoreContext } from './add-application.ts'
import { createApplicationAuditEvent } from './create-application-audit-event.ts'
import { lockApplicationRow, updateApplication } from './application-store.ts'

export async function disableApplication(
  { queries, random, actor }: ApplicationStoreContext,
  id: string,
  now: number,
): Promise<'disabled' | 'unchanged' | 'unknown'> {
  return queries.transaction().execute(async (transaction) => {
    const record = await lockApplicationRow(transaction, id)
    if (record === undefined) return 'unknown'
    if (!record.enabled) return 'unchanged'
    await updateApplication(transaction, { ...record, enabled: false, changedAt: now })
    await revokeApplicationAuthorizations(transaction, random, { applicationId: id }, now)
    await appendAuditEvents(transaction, random, now, [
      createApplicationAuditEvent('application.disabled', { applicationId: id }, actor),
    ])
    return 'disabled'
  })
}
