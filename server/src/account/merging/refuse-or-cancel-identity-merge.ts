// Needs no step-up: an attacker could prevent one, and a stolen session can only delay the merge.
import { findPendingIdentityMerge } from '../../store/people/identity-merge-offer-store.ts'
import { endPendingIdentityMerge } from '../../store/people/end-pending-identity-merges.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { ApiError } from '../../platform/api-error.ts'
import { lockPersonAndSessionRows } from '../../store/sessions/lock-session-rows.ts'
import type { AuthenticatedSessionIds } from '../../store/sessions/lock-session-rows.ts'

export async function refuseOrCancelIdentityMerge(
  { queries, random }: { queries: DatabaseQueryBuilder; random: RandomBytes },
  { signedIn, id, now }: { signedIn: AuthenticatedSessionIds; id: string; now: number },
): Promise<void> {
  await queries.transaction().execute(async (transaction) => {
    await lockPersonAndSessionRows(transaction, signedIn)
    const merge = await findPendingIdentityMerge(transaction, id)
    const personId = signedIn.person.id
    if (merge?.merged_person_id !== personId && merge?.person_id !== personId) throw new ApiError('merge.invalid')
    const reason =
      merge.merged_person_id === personId ? 'the other identity refused' : 'canceled by the identity that asked'
    if (!(await endPendingIdentityMerge(transaction, random, merge, { reason, now })))
      throw new ApiError('merge.invalid')
  })
}
