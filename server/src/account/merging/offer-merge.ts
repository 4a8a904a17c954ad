// Offers a merge: who is signed in, and confirmed it a moment ago, shows a message by which a wallet of the other identity
// agrees to it. Nothing changes yet; what would change is shown first.
import { appendEvents } from '../../audit-log/append.ts'
import { answerChallenge, attemptRefused, refused, refusedHeld } from '../../auth/challenges/answer.ts'
import { takeAnswer } from '../../auth/cross-device/store.ts'
import type { Answered, AnswerWorld, Refused, SignedAttempt } from '../../auth/challenges/answer.ts'
import { holdChanged, meetAnother } from '../../auth/contract-ownership/meet-owner.ts'
import type { ChangedWallet } from '../../auth/contract-ownership/meet-owner.ts'
import { hasOpenMerge } from '../../store/people/ways-in.ts'
import type { Transaction } from '../../platform/database/open-database.ts'
import type { MergesTable } from '../../platform/database/schema.ts'
import { createIdentifier } from '../../platform/identifier.ts'
import { holdSignedIn } from '../../store/sessions/hold.ts'
import type { Holder } from '../../store/sessions/hold.ts'
import { findWallet } from '../../store/wallets/store.ts'
import { judgeMerge } from './judge-merge.ts'
import {
  findCurrentOffer,
  insertOffer,
  listAgreements,
  readAgreement,
  setAgreement,
} from '../../store/people/merges.ts'
import type { Agreement } from '../../store/people/merges.ts'

/** One attempt, as it came in. */
export interface OfferAttempt extends SignedAttempt {
  purpose: 'merge'
  signedIn: Holder
}

export interface Offered {
  outcome: 'offered'
  offer: MergesTable
}

/**
 * Carries out one attempt.
 * @throws MessageFault when the message is not one (ERC-4361); Refusal `rate.limited`, `session.required`; the database's errors
 */
export async function offerMerge(world: AnswerWorld, attempt: OfferAttempt): Promise<Offered | Refused> {
  let changed: ChangedWallet | null = null
  const outcome = await answerChallenge(world, attempt, async (transaction, answered) => {
    const result = await offer(world, transaction, answered, attempt, (wallet) => (changed = wallet))
    if (answered.elsewhere !== null && result.outcome === 'offered')
      await takeAnswer(transaction, { challengeId: answered.elsewhere, ...attempt })
    if (result.outcome === 'refused')
      await appendEvents(transaction, world.random, attempt.now, [
        attemptRefused(result.reason, attempt, answered.identity.address),
      ])
    return result
  })
  // In a transaction of its own, because whoever holds two people holds them in another order.
  if (changed !== null) await holdChanged(world, changed, attempt.now)
  return outcome
}

async function offer(
  { random, settings }: AnswerWorld,
  transaction: Transaction,
  { identity, proof, custody, elsewhere }: Answered,
  attempt: OfferAttempt,
  noteChanged: (wallet: ChangedWallet) => void,
): Promise<Offered | Refused> {
  const { signedIn, now } = attempt
  const personId = signedIn.person.id
  await holdSignedIn(transaction, signedIn)
  if (await hasOpenMerge(transaction, personId, now)) return refused('merge.open', 'a merge can still be undone')
  const other = await findWallet(transaction, identity)
  const until = other && (await meetAnother(transaction, settings, { wallet: other.wallet, custody, now }, noteChanged))
  if (until != null) return refusedHeld(until)
  const obstacle = await judgeMerge(transaction, settings.limits, { personId, other: other?.person, now })
  if (obstacle !== null || other === undefined)
    return refused('merge.impossible', obstacle ?? 'nobody behind this wallet')
  const before = await findCurrentOffer(transaction, personId, now)
  const isSame = before?.merged_person_id === other.person.id
  if (before !== undefined && before.pending_since !== null && !isSame)
    return refused('merge.pending', 'another merge is pending')
  const signed = { ...proof, walletId: other.wallet.id, browserHash: elsewhere === null ? attempt.browserHash : null }
  const agreement: Agreement = { ...signed, also: isSame ? besides(before, signed.walletId) : [], acceptedBy: null }
  if (isSame && before.pending_since !== null) return addAgreement(transaction, before, agreement)
  const inserted = await insertOffer(transaction, {
    id: createIdentifier(random),
    personId,
    otherId: other.person.id,
    agreement,
    now,
    expiresAt: now + settings.limits.mergeOfferSeconds * 1000,
  })
  return { outcome: 'offered', offer: inserted }
}

/** What other wallets of the same identity have signed for the offer before: two of them confirm a merge. */
const besides = (before: MergesTable, walletId: string): Agreement['also'] =>
  listAgreements(before).filter((signed) => signed.walletId !== walletId)

async function addAgreement(
  transaction: Transaction,
  pending: MergesTable,
  agreement: Agreement,
): Promise<Offered | Refused> {
  const { acceptedBy } = readAgreement(pending)
  const offer = await setAgreement(transaction, pending.id, { ...agreement, acceptedBy })
  return offer === undefined ? refused('merge.unusable', 'refused meanwhile') : { outcome: 'offered', offer }
}
