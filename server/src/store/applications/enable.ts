// Enables an application again. It begins without anything that it was given before.
import { appendEvents } from '../../audit-log/append.ts'
import { endAuthorizations } from '../authorizations/end.ts'
import type { World } from './add.ts'
import { applicationEvent } from './event.ts'
import { lockApplication, updateApplication } from './store.ts'

/** @param now milliseconds since 1970 */
export async function enableApplication(
  { queries, random, actor }: World,
  id: string,
  now: number,
): Promise<'enabled' | 'unchanged' | 'unknown'> {
  return queries.transaction().execute(async (transaction) => {
    const record = await lockApplication(transaction, id)
    if (record === undefined) return 'unknown'
    if (record.enabled) return 'unchanged'
    await updateApplication(transaction, { ...record, enabled: true, changedAt: now })
    // A sign-in that was under way while it was disabled can have left something behind after everything was ended.
    await endAuthorizations(transaction, random, { applicationId: id }, now)
    await appendEvents(transaction, random, now, [
      applicationEvent('application.enabled', { applicationId: id }, actor),
    ])
    return 'enabled'
  })
}
