// Account merging: accepts a merge as it was offered. Where the identity that would disappear has confirmed it, it is carried out at once; otherwise it is
// pending, and nothing changes before its waiting time ends (decision 0063). Nothing of the offer is taken for granted: both people are
// held, and everything is read again.
import type { Limits } from '@countersign/api/limits'
import { appendEvents } from '../../audit-log/append.ts'
import type { NewEvent } from '../../audit-log/append.ts'
import { holdGrants } from '../../store/grants/move.ts'
import { shownAddress } from '../../chains/families/namespaces.ts'
import { findEmail } from '../../store/email/store.ts'
import { findOffer, markPending } from '../../store/people/merges.ts'
import type { Random } from '../../platform/clock.ts'
import type { Queries, Transaction } from '../../platform/database/open-database.ts'
import type { MergesTable, PeopleTable } from '../../platform/database/schema.ts'
import { Refusal } from '../../platform/refusal.ts'
import { holdSession } from '../../store/sessions/hold.ts'
import type { Holder } from '../../store/sessions/hold.ts'
import { proofEvidence } from '../../store/wallets/proofs.ts'
import { carryOutMerge } from './carry-out-merge.ts'
import type { ReadyMerge } from './carry-out-merge.ts'
import { holdBoth } from './hold-both.ts'
import { isConfirmed } from './is-confirmed.ts'
import { judgeOffer } from './judge-offer.ts'

export interface MergeWorld {
  queries: Queries
  random: Random
  limits: Pick<
    Limits,
    'walletsPerPerson' | 'passkeysPerPerson' | 'mergeUndoSeconds' | 'mergeWaitSeconds' | 'newBrowserDays'
  >
}

/** Who accepts which offer, and from where. */
export interface Acceptance {
  signedIn: Holder
  id: string
  networkPrefix: string
  userAgent: string
  now: number
}

/** A merge after it was accepted. */
export interface Accepted {
  merge: MergesTable
  /** Where the other identity has a verified address, and the merge is pending since now: whom to mail. */
  notify: Addressee | null
}

export interface Addressee {
  address: string
  locale: string | null
}

/** @throws Refusal `session.required`, `merge.unusable`, `merge.open`, `merge.impossible`; the database's errors */
export async function acceptMerge(world: MergeWorld, acceptance: Acceptance): Promise<Accepted> {
  const { limits } = world
  const { now } = acceptance
  return world.queries.transaction().execute(async (transaction) => {
    const { ready, other } = await holdOffer(world, transaction, acceptance)
    if (await isConfirmed(transaction, ready.offer, other, { limits, now }))
      return { merge: await carryOutMerge(transaction, world, ready, now), notify: null }
    if (ready.offer.pending_since !== null) return { merge: ready.offer, notify: null }
    const email = await findEmail(transaction, other.id)
    return {
      merge: await putOff(transaction, world, ready, now),
      notify: email === undefined ? null : { address: email.address, locale: other.locale },
    }
  })
}

/** Holds both people, and makes sure that the offer still holds. */
async function holdOffer(
  { limits }: MergeWorld,
  transaction: Transaction,
  { signedIn, id, networkPrefix, userAgent, now }: Acceptance,
): Promise<{ ready: ReadyMerge; other: PeopleTable }> {
  const personId = signedIn.person.id
  const found = await findOffer(transaction, personId, id, now)
  if (found === undefined) throw new Refusal('merge.unusable')
  const { other } = await holdBoth(transaction, personId, found.merged_person_id)
  await holdGrants(transaction, found.merged_person_id)
  await holdSession(transaction, signedIn.session)
  // Another request can have accepted, replaced or refused it since.
  const offer = await findOffer(transaction, personId, id, now)
  if (offer === undefined) throw new Refusal('merge.unusable')
  const judged = await judgeOffer(transaction, limits, { offer, other, now })
  if (judged.outcome === 'refused') throw new Refusal(judged.code, { privateDetail: judged.reason })
  if (other === undefined) throw new Refusal('merge.impossible')
  const acceptedBy = { sessionId: signedIn.session.id, networkPrefix, userAgent }
  return { ready: { offer, ...judged, acceptedBy }, other }
}

async function putOff(
  transaction: Transaction,
  { random, limits }: MergeWorld,
  ready: ReadyMerge,
  now: number,
): Promise<MergesTable> {
  const { offer, acceptedBy } = ready
  const effectiveAt = now + limits.mergeWaitSeconds * 1000
  const merge = await markPending(transaction, offer, { acceptedBy, now, effectiveAt })
  await appendEvents(transaction, random, now, requested(ready))
  return merge
}

/** A line for each side: who would disappear has the message that was signed for it, and from where the merge was asked for. */
const requested = ({ offer, agreement, wallet, acceptedBy }: ReadyMerge): NewEvent[] => {
  const { networkPrefix, userAgent } = acceptedBy
  const line = (personId: string, content: Readonly<Record<string, string>>): NewEvent => ({
    type: 'identity.merge_requested',
    outcome: 'success',
    details: {},
    evidence: { personId, content: { mergeId: offer.id, ...content } },
  })
  return [
    line(offer.person_id, { ...acceptedBy }),
    line(offer.merged_person_id, {
      address: shownAddress(wallet.address),
      ...proofEvidence(agreement),
      networkPrefix,
      userAgent,
    }),
  ]
}
