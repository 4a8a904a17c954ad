// Ends pending merges that will not take effect, each with an entry in the audit log of both identities.
import { appendEvents } from '../../audit-log/append.ts'
import type { NewEvent } from '../../audit-log/append.ts'
import type { Random } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/database/open-database.ts'
import type { MergesTable } from '../../platform/database/schema.ts'
import { listPendingMerges, removePending } from './merges.ts'

/** Why a pending merge ended: one of these, or what `judgeMerge` says against it. */
export type PendingEnd =
  | 'the other identity refused'
  | 'canceled by the identity that asked'
  | 'one of the two was suspended'
  | 'one of the two was merged'
  | (string & {})

/**
 * Ends a pending merge. Hold one of its two people before.
 * @returns whether it was still pending
 */
export async function endPending(
  transaction: Transaction,
  random: Random,
  merge: MergesTable,
  { reason, now }: { reason: PendingEnd; now: number },
): Promise<boolean> {
  if (!(await removePending(transaction, merge.id))) return false
  await appendEvents(
    transaction,
    random,
    now,
    [merge.person_id, merge.merged_person_id].map((personId) => ended(personId, merge.id, reason)),
  )
  return true
}

/** Ends all pending merges that a person takes part in, on either side. Hold the person before. */
export async function endPendingOf(
  transaction: Transaction,
  random: Random,
  personId: string,
  { reason, now }: { reason: PendingEnd; now: number },
): Promise<void> {
  for (const merge of await listPendingMerges(transaction, personId))
    await endPending(transaction, random, merge, { reason, now })
}

const ended = (personId: string, mergeId: string, reason: PendingEnd): NewEvent => ({
  type: 'identity.merge_ended',
  outcome: reason === 'canceled by the identity that asked' ? 'success' : 'refused',
  details: { reason },
  evidence: { personId, content: { mergeId } },
})
