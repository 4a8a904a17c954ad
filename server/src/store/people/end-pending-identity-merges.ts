import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { IdentityMergesTable } from '../../platform/database/database-schema.ts'
import { listPendingIdentityMerges, removePendingIdentityMerge } from './identity-merge-offer-store.ts'

/** One of these, or an obstacle reported by `findMergeObstacle`. */
export type PendingIdentityMergeEndReason =
  | 'the other identity refused'
  | 'canceled by the identity that asked'
  | 'one of the two was suspended'
  | 'one of the two was merged'
  | (string & {})

/** Requires the lock on one of the two people. @returns whether the merge was still pending */
export async function endPendingIdentityMerge(
  transaction: DatabaseTransaction,
  random: RandomBytes,
  merge: IdentityMergesTable,
  { reason, now }: { reason: PendingIdentityMergeEndReason; now: number },
): Promise<boolean> {
  if (!(await removePendingIdentityMerge(transaction, merge.id))) return false
  await appendAuditEvents(
    transaction,
    random,
    now,
    [merge.person_id, merge.merged_person_id].map((personId) => createMergeEndedEvent(personId, merge.id, reason)),
  )
  return true
}

/** Requires the person row lock. */
export async function endPendingIdentityMergesOfPerson(
  transaction: DatabaseTransaction,
  random: RandomBytes,
  personId: string,
  { reason, now }: { reason: PendingIdentityMergeEndReason; now: number },
): Promise<void> {
  for (const merge of await listPendingIdentityMerges(transaction, personId))
    await endPendingIdentityMerge(transaction, random, merge, { reason, now })
}

const createMergeEndedEvent = (
  personId: string,
  mergeId: string,
  reason: PendingIdentityMergeEndReason,
): NewAuditEvent => ({
  type: 'identity.merge_ended',
  outcome: reason === 'canceled by the identity that asked' ? 'success' : 'refused',
  details: { reason },
  evidence: { personId, content: { mergeId } },
})
