// Confirms a pending merge for the identity that disappears, in a browser that is known to it. A session that a relayed or stolen
// signature began confirms nothing, whatever it proves again (THREATS P13, P18).
import { holdGrants } from '../../store/grants/move.ts'
import { findPending, readAgreement } from '../../store/people/merges.ts'
import type { MergesTable, PeopleTable, SessionsTable } from '../../platform/database/schema.ts'
import { Refusal } from '../../platform/refusal.ts'
import { mayBecomeKnown } from '../../store/sessions/new-browsers.ts'
import { holdSession } from '../../store/sessions/hold.ts'
import type { MergeWorld } from './accept-merge.ts'
import { carryOutMerge } from './carry-out-merge.ts'
import { holdBoth } from './hold-both.ts'
import { judgeOffer } from './judge-offer.ts'

/** Who confirms which merge. */
export interface Confirmation {
  signedIn: {
    person: Pick<PeopleTable, 'id' | 'created_at'>
    session: Pick<SessionsTable, 'id' | 'browser_id'>
  }
  id: string
  now: number
}

/**
 * @throws Refusal `step_up.required`, `merge.browser_new` where the browser is not known; `session.required`, `merge.unusable`,
 * `merge.open`, `merge.impossible`; the database's errors
 */
export async function confirmMerge(world: MergeWorld, { signedIn, id, now }: Confirmation): Promise<MergesTable> {
  const { limits } = world
  return world.queries.transaction().execute(async (transaction) => {
    const found = await findPending(transaction, id)
    if (found?.merged_person_id !== signedIn.person.id) throw new Refusal('merge.unusable')
    const { person, other } = await holdBoth(transaction, found.person_id, found.merged_person_id)
    await holdGrants(transaction, found.merged_person_id)
    await holdSession(transaction, signedIn.session)
    const offer = await findPending(transaction, id)
    if (offer === undefined || person?.status !== 'active') throw new Refusal('merge.unusable')
    const standing = await mayBecomeKnown(transaction, signedIn, { newBrowserDays: limits.newBrowserDays, now })
    if (standing !== 'known') throw new Refusal(standing === 'by-step-up' ? 'step_up.required' : 'merge.browser_new')
    const judged = await judgeOffer(transaction, limits, { offer, other, now })
    if (judged.outcome === 'refused') throw new Refusal(judged.code, { privateDetail: judged.reason })
    const { acceptedBy } = readAgreement(offer)
    if (acceptedBy === null) throw new Refusal('merge.unusable')
    return carryOutMerge(transaction, world, { offer, ...judged, acceptedBy }, now)
  })
}
