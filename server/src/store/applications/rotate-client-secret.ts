import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import { createBearerSecret, hashBearerSecret } from '../../platform/random-bearer-secret.ts'
import type { ApplicationStoreContext } from './add-application.ts'
import { usesClientSecret } from './application-definition-types.ts'
import { createApplicationAuditEvent } from './create-application-audit-event.ts'
import { lockApplicationRow, updateApplication } from './application-store.ts'

export type RotateClientSecretResult =
  | { outcome: 'rotated'; secret: string; previousWorksUntil: number }
  | { outcome: 'unknown' }
  | { outcome: 'no-secret' }

export async function rotateClientSecret(
  { queries, random, actor }: ApplicationStoreContext,
  id: string,
  { overlapMs }: { overlapMs: number },
  now: number,
): Promise<RotateClientSecretResult> {
  return queries.transaction().execute(async (transaction) => {
    const record = await lockApplicationRow(transaction, id)
    if (record === undefined) return { outcome: 'unknown' }
    if (!usesClientSecret(record.definition)) return { outcome: 'no-secret' }
    const secret = createBearerSecret(random)
    const previousWorksUntil = now + overlapMs
    const previous =
      overlapMs > 0
        ? { previousSecretHash: record.secretHash, previousSecretExpiresAt: previousWorksUntil }
        : { previousSecretHash: null, previousSecretExpiresAt: null }
    await updateApplication(transaction, {
      ...record,
      ...previous,
      secretHash: hashBearerSecret(secret),
      changedAt: now,
    })
    await appendAuditEvents(transaction, random, now, [
      createApplicationAuditEvent('application.secret_rotated', { applicationId: id, overlapMs }, actor),
    ])
    return { outcome: 'rotated', secret, previousWorksUntil }
  })
}
