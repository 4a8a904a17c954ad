// Ends pending merges that will not take effect, each with an entry in the audit log of both identities.
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { IdentityMergesTable } from '../../platform/database/database-schema.ts'
import { listPendingIdentityMerges, removePendingIdentityMerge } from './identity-merge-offer-store.ts'

/** Why a pending merge ended: one of these, or what `findMergeObstacle` says against it. */
export type PendingIdentityMergeEndReason =
  | 'the other identity refused'
  | 'canceled by the identity that asked'
  | 'one of the two was suspended'
  | 'one of the two was merged'
  | (string & {})

/**
 * Ends a pending merge. Hold one of its two people before.
 * @returns whether it was still pending
 */
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

/** Ends all pending merges that a person takes part in, on either side. Hold the person before. */
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
