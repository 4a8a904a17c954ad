// Removes an application for good: what it was given ends, what people allowed it is forgotten. Its line in the log and
// the names that people had under its sector stay.
import { appendEvents } from '../../audit-log/append.ts'
import type { NewEvent } from '../../audit-log/append.ts'
import { endAuthorizations } from '../authorizations/end.ts'
import type { Transaction } from '../../platform/database/open-database.ts'
import type { World } from './add.ts'
import { applicationEvent } from './event.ts'
import { deleteApplication, lockApplication } from './store.ts'

/** @param now milliseconds since 1970 */
export async function removeApplication(
  { queries, random, actor }: World,
  id: string,
  now: number,
): Promise<'removed' | 'unknown'> {
  return queries.transaction().execute(async (transaction) => {
    if ((await lockApplication(transaction, id)) === undefined) return 'unknown'
    await appendEvents(transaction, random, now, [await writeRemoval(transaction, { random, actor }, id, now)])
    return 'removed'
  })
}

/** Removes a locked application; the line is still to be appended. */
export async function writeRemoval(
  transaction: Transaction,
  { random, actor }: Omit<World, 'queries'>,
  id: string,
  now: number,
): Promise<NewEvent> {
  // First, because those that asked for it are told at the address in the definition.
  await endAuthorizations(transaction, random, { applicationId: id }, now)
  await deleteApplication(transaction, id)
  return applicationEvent('application.removed', { applicationId: id }, actor)
}
