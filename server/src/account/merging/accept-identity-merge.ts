// Account merging: accepts a merge as it was offered. Where the identity that would disappear has confirmed it, it is carried out at once; otherwise it is
// pending, and nothing changes before its waiting time ends (decision 0063). Nothing of the offer is taken for granted: both people are
// held, and everything is read again.
import type { ServerLimitValues } from '@countersign/api/server-limits'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import { lockConsentGrantRowsOfPerson } from '../../store/grants/move-consent-grants-on-merge.ts'
import { formatStoredWalletAddress } from '../../chains/families/chain-family-registry.ts'
import { findEmailAddressOfPerson } from '../../store/email/email-store.ts'
import { findIdentityMergeOffer, markIdentityMergeRowPending } from '../../store/people/identity-merge-offer-store.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { IdentityMergesTable, PeopleTable } from '../../platform/database/database-schema.ts'
import { ApiError } from '../../platform/api-error.ts'
import { lockSessionRow } from '../../store/sessions/lock-session-rows.ts'
import type { AuthenticatedSessionIds } from '../../store/sessions/lock-session-rows.ts'
import { createWalletProofAuditEvidence } from '../../store/wallets/wallet-proof-record-store.ts'
import { executeIdentityMerge } from './execute-identity-merge.ts'
import type { ExecutableIdentityMerge } from './execute-identity-merge.ts'
import { lockPeopleForMerge } from './lock-people-for-merge.ts'
import { isIdentityMergeConfirmed } from './is-identity-merge-confirmed.ts'
import { recheckIdentityMergeOffer } from './recheck-identity-merge-offer.ts'

export interface IdentityMergeContext {
  queries: DatabaseQueryBuilder
  random: RandomBytes
  limits: Pick<
    ServerLimitValues,
    'walletsPerPerson' | 'passkeysPerPerson' | 'mergeUndoSeconds' | 'mergeWaitSeconds' | 'newBrowserNoticeDays'
  >
}

/** Who accepts which offer, and from where. */
export interface AcceptIdentityMergeRequest {
  signedIn: AuthenticatedSessionIds
  id: string
  networkPrefix: string
  userAgent: string
  now: number
}

/** A merge after it was accepted. */
export interface AcceptedIdentityMerge {
  merge: IdentityMergesTable
  /** Where the other identity has a verified address, and the merge is pending since now: whom to mail. */
  notify: IdentityMergeEmailRecipient | null
}

export interface IdentityMergeEmailRecipient {
  address: string
  locale: string | null
}

/** @throws ApiError `session.required`, `merge.invalid`, `merge.already_open`, `merge.not_possible`; the database's errors */
export async function acceptIdentityMerge(
  context: IdentityMergeContext,
  acceptance: AcceptIdentityMergeRequest,
): Promise<AcceptedIdentityMerge> {
  const { limits } = context
  const { now } = acceptance
  return context.queries.transaction().execute(async (transaction) => {
    const { ready, other } = await lockMergeOffer(context, transaction, acceptance)
    if (await isIdentityMergeConfirmed(transaction, ready.offer, other, { limits, now }))
      return { merge: await executeIdentityMerge(transaction, context, ready, now), notify: null }
    if (ready.offer.pending_since !== null) return { merge: ready.offer, notify: null }
    const email = await findEmailAddressOfPerson(transaction, other.id)
    return {
      merge: await markOfferPending(transaction, context, ready, now),
      notify: email === undefined ? null : { address: email.address, locale: other.locale },
    }
  })
}

/** Holds both people, and makes sure that the offer still holds. */
async function lockMergeOffer(
  { limits }: IdentityMergeContext,
  transaction: DatabaseTransaction,
  { signedIn, id, networkPrefix, userAgent, now }: AcceptIdentityMergeRequest,
): Promise<{ ready: ExecutableIdentityMerge; other: PeopleTable }> {
  const personId = signedIn.person.id
  const found = await findIdentityMergeOffer(transaction, personId, id, now)
  if (found === undefined) throw new ApiError('merge.invalid')
  const { other } = await lockPeopleForMerge(transaction, personId, found.merged_person_id)
  await lockConsentGrantRowsOfPerson(transaction, found.merged_person_id)
  await lockSessionRow(transaction, signedIn.session)
  // Another request can have accepted, replaced or refused it since.
  const offer = await findIdentityMergeOffer(transaction, personId, id, now)
  if (offer === undefined) throw new ApiError('merge.invalid')
  const offerCheck = await recheckIdentityMergeOffer(transaction, limits, { offer, other, now })
  if (offerCheck.outcome === 'refused') throw new ApiError(offerCheck.code, { privateDetail: offerCheck.reason })
  if (other === undefined) throw new ApiError('merge.not_possible')
  const acceptedBy = { sessionId: signedIn.session.id, networkPrefix, userAgent }
  return { ready: { offer, ...offerCheck, acceptedBy }, other }
}

async function markOfferPending(
  transaction: DatabaseTransaction,
  { random, limits }: IdentityMergeContext,
  ready: ExecutableIdentityMerge,
  now: number,
): Promise<IdentityMergesTable> {
  const { offer, acceptedBy } = ready
  const effectiveAt = now + limits.mergeWaitSeconds * 1000
  const merge = await markIdentityMergeRowPending(transaction, offer, { acceptedBy, now, effectiveAt })
  await appendAuditEvents(transaction, random, now, createMergeRequestedEvents(ready))
  return merge
}

/** A line for each side: who would disappear has the message that was signed for it, and from where the merge was asked for. */
const createMergeRequestedEvents = ({
  offer,
  agreement,
  wallet,
  acceptedBy,
}: ExecutableIdentityMerge): NewAuditEvent[] => {
  const { networkPrefix, userAgent } = acceptedBy
  const line = (personId: string, content: Readonly<Record<string, string>>): NewAuditEvent => ({
    type: 'identity.merge_requested',
    outcome: 'success',
    details: {},
    evidence: { personId, content: { mergeId: offer.id, ...content } },
  })
  return [
    line(offer.person_id, { ...acceptedBy }),
    line(offer.merged_person_id, {
      address: formatStoredWalletAddress(wallet.address),
      ...createWalletProofAuditEvidence(agreement),
      networkPrefix,
      userAgent,
    }),
  ]
}
