import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { ApplicationStoreContext } from './add-application.ts'
import { createApplicationAuditEvent } from './create-application-audit-event.ts'
import { lockApplicationRow, updateApplication } from './application-store.ts'

export async function revokePreviousClientSecret(
  { queries, random, actor }: ApplicationStoreContext,
  id: string,
  now: number,
): Promise<'ended' | 'unchanged' | 'unknown'> {
  return queries.transaction().execute(async (transaction) => {
    const record = await lockApplicationRow(transaction, id)
    if (record === undefined) return 'unknown'
    if (record.previousSecretHash === null) return 'unchanged'
    await updateApplication(transaction, {
      ...record,
      previousSecretHash: null,
      previousSecretExpiresAt: null,
      changedAt: now,
    })
    await appendAuditEvents(transaction, random, now, [
      createApplicationAuditEvent(
        'application.changed',
        { applicationId: id, changes: 'previous secret ended' },
        actor,
      ),
    ])
    return 'ended'
  })
}
