import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import { revokeApplicationAuthorizations } from '../authorizations/revoke-application-authorizations.ts'
import type { ApplicationStoreContext } from './add-application.ts'
import { createApplicationAuditEvent } from './create-application-audit-event.ts'
import { lockApplicationRow, updateApplication } from './application-store.ts'

export async function enableApplication(
  { queries, random, actor }: ApplicationStoreContext,
  id: string,
  now: number,
): Promise<'enabled' | 'unchanged' | 'unknown'> {
  return queries.transaction().execute(async (transaction) => {
    const record = await lockApplicationRow(transaction, id)
    if (record === undefined) return 'unknown'
    if (record.enabled) return 'unchanged'
    await updateApplication(transaction, { ...record, enabled: true, changedAt: now })
    // Sign-ins in progress when the application was disabled may have created authorizations.
    await revokeApplicationAuthorizations(transaction, random, { applicationId: id }, now)
    await appendAuditEvents(transaction, random, now, [
      createApplicationAuditEvent('application.enabled', { applicationId: id }, actor),
    ])
    return 'enabled'
  })
}
