// Account linking: links a wallet to who is signed in, by a message that says so and that the wallet signed. The other side's proof is the
// session, which was confirmed a moment ago (THREATS P2).
import { appendEvents } from '../../audit-log/append.ts'
import type { NewEvent } from '../../audit-log/append.ts'
import { answerChallenge, attemptRefused, refused, refusedHeld } from '../challenges/answer.ts'
import { takeAnswer } from '../cross-device/store.ts'
import type { Answered, AnswerWorld, Refused, SignedAttempt } from '../challenges/answer.ts'
import { noteWalletCame } from '../../groups/membership/memberships.ts'
import type { Transaction } from '../../platform/database/open-database.ts'
import type { WalletsTable } from '../../platform/database/schema.ts'
import { createIdentifier } from '../../platform/identifier.ts'
import { holdSignedIn } from '../../store/sessions/hold.ts'
import type { Holder } from '../../store/sessions/hold.ts'
import { holdChanged, meetAnother } from '../contract-ownership/meet-owner.ts'
import type { ChangedWallet } from '../contract-ownership/meet-owner.ts'
import { releaseWallet } from '../contract-ownership/release-wallet.ts'
import { isHeld } from '../../store/wallets/linked.ts'
import { insertProof, proofEvidence } from '../../store/wallets/proofs.ts'
import { describeIdentity, findWallet, insertWallet, listWallets } from '../../store/wallets/store.ts'
import type { OwnedWallet } from '../../store/wallets/store.ts'

/** One attempt, as it came in. */
export interface LinkAttempt extends SignedAttempt {
  purpose: 'link'
  signedIn: Holder
}

/** A wallet that was linked. */
export interface Linked {
  outcome: 'linked'
  wallet: WalletsTable
  proofId: string
  /** The log line of a wallet that was held, and that this has confirmed. */
  confirmed: NewEvent | null
}

/**
 * Carries out one attempt.
 * @throws MessageFault when the message is not one (ERC-4361); Refusal `rate.limited`, `session.required`; the database's errors
 */
export async function linkWallet(world: AnswerWorld, attempt: LinkAttempt): Promise<Linked | Refused> {
  let changed: ChangedWallet | null = null
  const outcome = await answerChallenge(world, attempt, async (transaction, answered) => {
    const result = await insert(world, transaction, answered, attempt, (wallet) => (changed = wallet))
    if (answered.elsewhere !== null && result.outcome === 'linked')
      await takeAnswer(transaction, { challengeId: answered.elsewhere, ...attempt })
    const event =
      result.outcome === 'refused'
        ? attemptRefused(result.reason, attempt, answered.identity.address)
        : (result.confirmed ?? linked(result, answered, attempt))
    await appendEvents(transaction, world.random, attempt.now, [event])
    return result
  })
  if (changed !== null) await holdChanged(world, changed, attempt.now)
  return outcome
}

async function insert(
  { random, settings }: AnswerWorld,
  transaction: Transaction,
  { identity, proof, custody }: Answered,
  attempt: LinkAttempt,
  noteChanged: (wallet: ChangedWallet) => void,
): Promise<Linked | Refused> {
  const { signedIn, now } = attempt
  const personId = signedIn.person.id
  // Whoever links or unlinks for the same person waits here, so that the number of wallets below is the true one.
  await holdSignedIn(transaction, signedIn)
  const owned = await findWallet(transaction, identity)
  if (owned !== undefined && isHeld(owned.wallet) && owned.person.id === personId) {
    const { proofId, event } = await releaseWallet(transaction, random, { wallet: owned.wallet, proof, now })
    return { outcome: 'linked', wallet: { ...owned.wallet, held_at: null }, proofId, confirmed: event }
  }
  if (owned !== undefined && owned.person.id !== personId) {
    const until = await meetAnother(transaction, settings, { wallet: owned.wallet, custody, now }, noteChanged)
    if (until !== null) return refusedHeld(until)
  }
  const taken = takenBy(owned, personId)
  if (taken !== undefined) return taken
  const before = await listWallets(transaction, personId)
  if (before.length >= settings.limits.walletsPerPerson) return refused('wallet.too_many', 'no room')
  const primary = before.every((wallet) => wallet.is_primary === 0)
  const wallet = await insertWallet(transaction, identity, { id: createIdentifier(random), personId, primary, now })
  // The unique index has let somebody else be first (THREATS P1).
  if (wallet === undefined)
    return takenBy(await findWallet(transaction, identity), personId) ?? refused('wallet.taken', 'taken')
  await noteWalletCame(transaction, personId)
  const proofId = createIdentifier(random)
  await insertProof(transaction, proof, { id: proofId, walletId: wallet.id, applicationId: null, now })
  return { outcome: 'linked', wallet, proofId, confirmed: null }
}

/** Whose the wallet is already is not said, unless it is theirs (THREATS P1, P8). */
function takenBy(owned: OwnedWallet | undefined, personId: string): Refused | undefined {
  if (owned === undefined) return undefined
  return owned.person.id === personId
    ? refused('wallet.linked_already', 'linked already')
    : refused('wallet.taken', 'taken')
}

/** The log line of a link; its evidence is the signed message itself, which proves it by itself. */
const linked = (
  { wallet, proofId }: Linked,
  { identity, proof }: Answered,
  { signedIn, networkPrefix, userAgent }: LinkAttempt,
) => ({
  type: 'wallet.linked' as const,
  outcome: 'success' as const,
  details: describeIdentity(identity),
  evidence: {
    personId: wallet.person_id,
    proofId,
    content: {
      walletId: wallet.id,
      address: identity.address,
      sessionId: signedIn.session.id,
      ...proofEvidence(proof),
      networkPrefix,
      userAgent,
    },
  },
})
