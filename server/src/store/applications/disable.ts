// Disables an application: nobody can sign in to it, and what it was given ends.
import { appendEvents } from '../../audit-log/append.ts'
import { endAuthorizations } from '../authorizations/end.ts'
import type { World } from './add.ts'
import { applicationEvent } from './event.ts'
import { lockApplication, updateApplication } from './store.ts'

/** @param now milliseconds since 1970 */
export async function disableApplication(
  { queries, random, actor }: World,
  id: string,
  now: number,
): Promise<'disabled' | 'unchanged' | 'unknown'> {
  return queries.transaction().execute(async (transaction) => {
    const record = await lockApplication(transaction, id)
    if (record === undefined) return 'unknown'
    if (!record.enabled) return 'unchanged'
    await updateApplication(transaction, { ...record, enabled: false, changedAt: now })
    await endAuthorizations(transaction, random, { applicationId: id }, now)
    await appendEvents(transaction, random, now, [
      applicationEvent('application.disabled', { applicationId: id }, actor),
    ])
    return 'disabled'
  })
}
