// Requires a trusted browser: a relayed or stolen signature must not suffice (THREATS P13, P18).
import { lockConsentGrantRowsOfPerson } from '../../store/grants/move-consent-grants-on-merge.ts'
import {
  findPendingIdentityMerge,
  parseSignedIdentityMergeAgreement,
} from '../../store/people/identity-merge-offer-store.ts'
import type { IdentityMergesTable, PeopleTable, SessionsTable } from '../../platform/database/database-schema.ts'
import { ApiError } from '../../platform/api-error.ts'
import { getBrowserTrustState } from '../../store/sessions/review-untrusted-browsers.ts'
import { lockSessionRow } from '../../store/sessions/lock-session-rows.ts'
import type { IdentityMergeContext } from './accept-identity-merge.ts'
import { executeIdentityMerge } from './execute-identity-merge.ts'
import { lockPeopleForMerge } from './lock-people-for-merge.ts'
import { recheckIdentityMergeOffer } from './recheck-identity-merge-offer.ts'

export interface ConfirmIdentityMergeRequest {
  signedIn: {
    person: Pick<PeopleTable, 'id' | 'created_at'>
    session: Pick<SessionsTable, 'id' | 'browser_id'>
  }
  id: string
  now: number
}

export async function confirmAndExecuteIdentityMerge(
  context: IdentityMergeContext,
  { signedIn, id, now }: ConfirmIdentityMergeRequest,
): Promise<IdentityMergesTable> {
  const { limits } = context
  return context.queries.transaction().execute(async (transaction) => {
    const found = await findPendingIdentityMerge(transaction, id)
    if (found?.merged_person_id !== signedIn.person.id) throw new ApiError('merge.invalid')
    const { person, other } = await lockPeopleForMerge(transaction, found.person_id, found.merged_person_id)
    await lockConsentGrantRowsOfPerson(transaction, found.merged_person_id)
    await lockSessionRow(transaction, signedIn.session)
    const offer = await findPendingIdentityMerge(transaction, id)
    if (offer === undefined || person?.status !== 'active') throw new ApiError('merge.invalid')
    const trustState = await getBrowserTrustState(transaction, signedIn, {
      newBrowserNoticeDays: limits.newBrowserNoticeDays,
      now,
    })
    if (trustState !== 'trusted')
      throw new ApiError(trustState === 'after-step-up' ? 'step_up.required' : 'merge.browser_not_trusted')
    const offerCheck = await recheckIdentityMergeOffer(transaction, limits, { offer, other, now })
    if (offerCheck.outcome === 'refused') throw new ApiError(offerCheck.code, { privateDetail: offerCheck.reason })
    const { acceptedBy } = parseSignedIdentityMergeAgreement(offer)
    if (acceptedBy === null) throw new ApiError('merge.invalid')
    return executeIdentityMerge(transaction, context, { offer, ...offerCheck, acceptedBy }, now)
  })
}
