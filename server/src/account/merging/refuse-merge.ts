// Refuses or cancels a pending merge. A live session is enough, whatever its browser: a fresh proof is what somebody who relays signatures
// could keep a person from giving, and the worst that a stolen session does here is to have the two merge later.
import { findPending } from '../../store/people/merges.ts'
import { endPending } from '../../store/people/pending-merges.ts'
import type { Random } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/open-database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { holdSignedIn } from '../../store/sessions/hold.ts'
import type { Holder } from '../../store/sessions/hold.ts'

/** @throws Refusal `merge.unusable`, `session.required`; the database's errors */
export async function refuseMerge(
  { queries, random }: { queries: Queries; random: Random },
  { signedIn, id, now }: { signedIn: Holder; id: string; now: number },
): Promise<void> {
  await queries.transaction().execute(async (transaction) => {
    await holdSignedIn(transaction, signedIn)
    const merge = await findPending(transaction, id)
    const personId = signedIn.person.id
    if (merge?.merged_person_id !== personId && merge?.person_id !== personId) throw new Refusal('merge.unusable')
    const reason =
      merge.merged_person_id === personId ? 'the other identity refused' : 'canceled by the identity that asked'
    if (!(await endPending(transaction, random, merge, { reason, now }))) throw new Refusal('merge.unusable')
  })
}
