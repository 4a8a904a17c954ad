// One sign-in with a wallet: the signed message is judged (challenges/answer), then person, wallet and proof are found or
// made, and the person is let in.
import { appendEvents } from '../../audit-log/append.ts'
import type { NewEvent } from '../../audit-log/append.ts'
import { answerChallenge, attemptRefused, refusedHeld, refuseSuspended } from '../challenges/answer.ts'
import type { Answered, AnswerWorld, Refused, SignedAttempt } from '../challenges/answer.ts'
import type { Transaction } from '../../platform/database/open-database.ts'
import { send } from '../../platform/database/prepared.ts'
import { createIdentifier } from '../../platform/identifier.ts'
import { meetOwner } from '../contract-ownership/meet-owner.ts'
import { insertProof } from '../../store/wallets/proofs.ts'
import { findOrCreateOwner, WalletMoved } from './find-or-create-owner.ts'
import { findAsking, letIn, refusedAsking } from './let-in.ts'
import type { LetIn } from './let-in.ts'

/** One attempt, as it came in. */
export interface SignInAttempt extends SignedAttempt {
  purpose: 'sign-in'
  /** Hash of the session token that this browser holds, which the new session replaces. */
  previousTokenHash: string | null
}

/** How an attempt ended. */
export type SignInOutcome = LetIn | Refused

/**
 * Carries out one attempt to sign in.
 * @throws MessageFault when the message is not one (ERC-4361); Refusal `rate.limited`; the database's errors
 */
export async function signIn(world: AnswerWorld, attempt: SignInAttempt): Promise<SignInOutcome> {
  for (let begun = 1; ; begun++) {
    try {
      return await answerChallenge(world, attempt, (transaction, answered) =>
        record(world, transaction, answered, attempt),
      )
    } catch (error) {
      // Nothing has happened then, and the challenge is unspent.
      if (!(error instanceof WalletMoved) || begun === mostBegun) throw error
    }
  }
}

/** As often is a sign-in begun whose wallet moves from one person to another each time. */
const mostBegun = 5

/** What a proved sign-in leaves behind, in the order in which one row needs the other. */
async function record(
  world: AnswerWorld,
  transaction: Transaction,
  answered: Answered,
  attempt: SignInAttempt,
): Promise<SignInOutcome> {
  const { random, settings } = world
  const { now } = attempt
  const { identity, proof } = answered
  const [owner, interaction] = await Promise.all([
    findOrCreateOwner(transaction, random, identity, now),
    findAsking(transaction, attempt),
  ])
  const refuse = async (refusal: Refused, before: readonly NewEvent[] = []): Promise<Refused> => {
    await appendEvents(transaction, random, now, [
      ...before,
      attemptRefused(refusal.reason, { ...attempt, personId: owner.person.id }, identity.address),
    ])
    return refusal
  }
  if (owner.person.status !== 'active') return refuse(await refuseSuspended(transaction, owner.person.id))
  if (interaction === undefined) return refuse(refusedAsking)

  const met = await meetOwner(
    transaction,
    { random, limits: settings.limits },
    { ...answered, wallet: owner.wallet, browserHash: attempt.browserHash, now },
  )
  if (met.outcome === 'held') return refuse(refusedHeld(met.until), met.events)
  const proofId = createIdentifier(random)
  const applicationId = interaction?.params.client_id ?? null
  await send(
    transaction,
    insertProof(transaction, proof, { id: proofId, walletId: owner.wallet.id, applicationId, now }),
  )
  return letIn(
    transaction,
    { random, limits: settings.limits },
    {
      person: owner.person,
      way: { wallet: owner.wallet, proofId, answered },
      kind: 'sign-in',
      elsewhere: answered.elsewhere,
      arrival: attempt,
      interaction,
      events: [...owner.events, ...met.events],
    },
  )
}
