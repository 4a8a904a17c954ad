import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { ApplicationStoreContext } from './add-application.ts'
import {
  describeApplicationRecordChanges,
  changeApplicationDefinitionInTransaction,
} from './change-application-definition.ts'
import type { ApplicationLogoFile } from './application-logo.ts'
import { lockApplicationRow } from './application-store.ts'

/** Null removes the logo. */
export async function changeApplicationLogo(
  { queries, random, actor }: ApplicationStoreContext,
  id: string,
  logo: ApplicationLogoFile | null,
  now: number,
): Promise<'changed' | 'unchanged' | 'unknown'> {
  return queries.transaction().execute(async (transaction) => {
    const record = await lockApplicationRow(transaction, id)
    if (record === undefined) return 'unknown'
    const change = { definition: record.definition, logo, ...(actor !== undefined && { actor }) }
    if (describeApplicationRecordChanges(record, change).length === 0) return 'unchanged'
    const { event } = await changeApplicationDefinitionInTransaction(transaction, random, record, change, now)
    await appendAuditEvents(transaction, random, now, [event])
    return 'changed'
  })
}
