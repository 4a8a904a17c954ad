// Ends the overlap of two secrets early: the one before the last rotation works no longer.
import { appendEvents } from '../../audit-log/append.ts'
import type { World } from './add.ts'
import { applicationEvent } from './event.ts'
import { lockApplication, updateApplication } from './store.ts'

/** @param now milliseconds since 1970 */
export async function endPreviousSecret(
  { queries, random, actor }: World,
  id: string,
  now: number,
): Promise<'ended' | 'unchanged' | 'unknown'> {
  return queries.transaction().execute(async (transaction) => {
    const record = await lockApplication(transaction, id)
    if (record === undefined) return 'unknown'
    if (record.previousSecretHash === null) return 'unchanged'
    await updateApplication(transaction, {
      ...record,
      previousSecretHash: null,
      previousSecretExpiresAt: null,
      changedAt: now,
    })
    await appendEvents(transaction, random, now, [
      applicationEvent('application.changed', { applicationId: id, changes: 'previous secret ended' }, actor),
    ])
    return 'ended'
  })
}
