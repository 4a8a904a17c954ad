// A confirmed merge is executed at once, any other after a waiting time (decision 0063).
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

export interface AcceptIdentityMergeRequest {
  signedIn: AuthenticatedSessionIds
  id: string
  networkPrefix: string
  userAgent: string
  now: number
}

export interface AcceptedIdentityMerge {
  merge: IdentityMergesTable
  /** Set if the merge has just become pending and the other identity has a verified address. */
  notify: IdentityMergeEmailRecipient | null
}

export interface IdentityMergeEmailRecipient {
  address: string
  locale: string | null
}

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

/** The merged identity's event includes the signed message and the origin of the request. */
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
