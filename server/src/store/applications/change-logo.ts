// Gives an application a logo or takes it away, and leaves whatever else it is as it is at that moment.
import { appendEvents } from '../../audit-log/append.ts'
import type { World } from './add.ts'
import { changesOf, writeChange } from './change.ts'
import type { Logo } from './logo.ts'
import { lockApplication } from './store.ts'

/**
 * @param logo null for none
 * @param now milliseconds since 1970
 */
export async function changeLogo(
  { queries, random, actor }: World,
  id: string,
  logo: Logo | null,
  now: number,
): Promise<'changed' | 'unchanged' | 'unknown'> {
  return queries.transaction().execute(async (transaction) => {
    const record = await lockApplication(transaction, id)
    if (record === undefined) return 'unknown'
    const change = { definition: record.definition, logo, ...(actor !== undefined && { actor }) }
    if (changesOf(record, change).length === 0) return 'unchanged'
    const { event } = await writeChange(transaction, random, record, change, now)
    await appendEvents(transaction, random, now, [event])
    return 'changed'
  })
}
