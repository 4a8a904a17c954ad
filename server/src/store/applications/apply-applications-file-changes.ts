import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { addApplicationInTransaction } from './add-application.ts'
import type { ApplicationStoreContext } from './add-application.ts'
import { changeApplicationDefinitionInTransaction } from './change-application-definition.ts'
import type { ApplicationDefinitionFieldError } from '../definition-errors/create-application-definition-error.ts'
import { validateSubjectTypeChanges, planApplicationsFileChanges } from './plan-applications-file-changes.ts'
import type {
  ApplicationsFilePlanOptions,
  ApplicationsFilePlanStep,
  DesiredApplication,
} from './plan-applications-file-changes.ts'
import { validateProductReference } from './product-membership.ts'
import { removeApplicationInTransaction } from './remove-application.ts'
import { listAllApplications, lockApplicationRow } from './application-store.ts'

export interface ApplicationIdWithCreatedSecret {
  id: string
  secret: string
}

/** `conflict`: an application changed concurrently, so nothing was written. */
export type ApplyApplicationsFileChangesResult =
  | { outcome: 'applied'; steps: ApplicationsFilePlanStep[]; secrets: ApplicationIdWithCreatedSecret[] }
  | { outcome: 'invalid'; errors: ApplicationDefinitionFieldError[] }
  | { outcome: 'conflict' }

export interface ApplicationsFileApplyOptions extends ApplicationsFilePlanOptions {
  /**
   * Changes that the applications need, in the same transaction. Returns their events; null if
   * something changed concurrently.
   */
  applyFirst?: (transaction: DatabaseTransaction) => Promise<NewAuditEvent[] | null>
}

class ConcurrentChangeError extends Error {
  override readonly name = 'ConcurrentChangeError'
}

/** The caller must have verified the sector identifiers. */
export async function applyApplicationsFileChanges(
  { queries, random, actor }: ApplicationStoreContext,
  wanted: readonly DesiredApplication[],
  { applyFirst, ...options }: ApplicationsFileApplyOptions,
  now: number,
): Promise<ApplyApplicationsFileChangesResult> {
  try {
    return await queries.transaction().execute(async (transaction) => {
      const { steps, errors } = planApplicationsFileChanges(await listAllApplications(transaction), wanted, options)
      errors.push(...(await validateSubjectTypeChanges(transaction, steps, options)))
      if (errors.length > 0) return { outcome: 'invalid', errors }
      const events = applyFirst === undefined ? [] : await applyFirst(transaction)
      if (events === null) throw new ConcurrentChangeError()
      const secrets: ApplicationIdWithCreatedSecret[] = []
      // Sorted, so that concurrent runs do not deadlock.
      for (const step of steps.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
        const { event, secret } = await applyPlanStep(transaction, { random, actor }, step, now)
        events.push(event)
        if (secret !== null) secrets.push({ id: step.id, secret })
      }
      if (events.length > 0) await appendAuditEvents(transaction, random, now, events)
      return { outcome: 'applied', steps, secrets }
    })
  } catch (error) {
    if (error instanceof ConcurrentChangeError) return { outcome: 'conflict' }
    throw error
  }
}

async function applyPlanStep(
  transaction: DatabaseTransaction,
  { random, actor }: Pick<ApplicationStoreContext, 'random' | 'actor'>,
  step: ApplicationsFilePlanStep,
  now: number,
): Promise<{ event: NewAuditEvent; secret: string | null }> {
  if (step.action !== 'remove' && (await validateProductReference(transaction, step.wanted.definition)).length > 0)
    throw new ConcurrentChangeError()
  if (step.action === 'add') {
    const added = await addApplicationInTransaction(
      transaction,
      random,
      { ...step.wanted, origin: 'operator', actor },
      now,
    )
    if (added.outcome === 'already-exists') throw new ConcurrentChangeError()
    return added
  }
  // The plan was made without the row lock, so the row may have changed.
  const record = await lockApplicationRow(transaction, step.id)
  if (record === undefined || JSON.stringify(record) !== JSON.stringify(step.record)) throw new ConcurrentChangeError()
  if (step.action === 'change')
    return changeApplicationDefinitionInTransaction(transaction, random, record, { ...step.wanted, actor }, now)
  return { event: await removeApplicationInTransaction(transaction, { random, actor }, step.id, now), secret: null }
}
