// Confirms a pending merge for the identity that disappears, in a browser that is known to it. A session that a relayed or stolen
// signature began confirms nothing, whatever it proves again (THREATS P13, P18).
import { lockPersonGrants } from '../../store/grants/move-grants.ts'
import { findPendingMerge, parseMergeAgreement } from '../../store/people/merge-offer-store.ts'
import type { IdentityMergesTable, PeopleTable, SessionsTable } from '../../platform/database/schema.ts'
import { ApiError } from '../../platform/api-error.ts'
import { getBrowserTrustState } from '../../store/sessions/untrusted-browsers.ts'
import { lockSession } from '../../store/sessions/lock-sessions.ts'
import type { MergeContext } from './accept-merge.ts'
import { carryOutMerge } from './carry-out-merge.ts'
import { lockBothPeople } from './lock-both-people.ts'
import { recheckMergeOffer } from './recheck-merge-offer.ts'

/** Who confirms which merge. */
export interface MergeConfirmation {
  signedIn: {
    person: Pick<PeopleTable, 'id' | 'created_at'>
    session: Pick<SessionsTable, 'id' | 'browser_id'>
  }
  id: string
  now: number
}

/**
 * @throws ApiError `step_up.required`, `merge.browser_not_trusted` where the browser is not known; `session.required`, `merge.invalid`,
 * `merge.already_open`, `merge.not_possible`; the database's errors
 */
export async function confirmMerge(
  context: MergeContext,
  { signedIn, id, now }: MergeConfirmation,
): Promise<IdentityMergesTable> {
  const { limits } = context
  return context.queries.transaction().execute(async (transaction) => {
    const found = await findPendingMerge(transaction, id)
    if (found?.merged_person_id !== signedIn.person.id) throw new ApiError('merge.invalid')
    const { person, other } = await lockBothPeople(transaction, found.person_id, found.merged_person_id)
    await lockPersonGrants(transaction, found.merged_person_id)
    await lockSession(transaction, signedIn.session)
    const offer = await findPendingMerge(transaction, id)
    if (offer === undefined || person?.status !== 'active') throw new ApiError('merge.invalid')
    const trustState = await getBrowserTrustState(transaction, signedIn, {
      newBrowserNoticeDays: limits.newBrowserNoticeDays,
      now,
    })
    if (trustState !== 'trusted')
      throw new ApiError(trustState === 'after-step-up' ? 'step_up.required' : 'merge.browser_not_trusted')
    const offerCheck = await recheckMergeOffer(transaction, limits, { offer, other, now })
    if (offerCheck.outcome === 'refused') throw new ApiError(offerCheck.code, { privateDetail: offerCheck.reason })
    const { acceptedBy } = parseMergeAgreement(offer)
    if (acceptedBy === null) throw new ApiError('merge.invalid')
    return carryOutMerge(transaction, context, { offer, ...offerCheck, acceptedBy }, now)
  })
}
