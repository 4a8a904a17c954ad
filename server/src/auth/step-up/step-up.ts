// The step-up (re-authentication, sudo mode): a second proof by who is signed in already, by a message that one of their wallets signs. It
// counts for what is sensitive for a while, and shows that the browser is the person's own. The session goes on under another id.
import { appendEvents } from '../../audit-log/append.ts'
import type { NewEvent } from '../../audit-log/append.ts'
import { answerChallenge, attemptRefused, refused, refusedHeld, refuseSuspended } from '../challenges/answer.ts'
import type { Answered, AnswerWorld, Refused, SignedAttempt } from '../challenges/answer.ts'
import type { Transaction } from '../../platform/database/open-database.ts'
import type { PeopleTable } from '../../platform/database/schema.ts'
import { send } from '../../platform/database/prepared.ts'
import { createIdentifier } from '../../platform/identifier.ts'
import { letIn } from '../sign-in/let-in.ts'
import type { LetIn } from '../sign-in/let-in.ts'
import { holdChanged, meetAnother, meetOwner } from '../contract-ownership/meet-owner.ts'
import type { ChangedWallet } from '../contract-ownership/meet-owner.ts'
import { insertProof } from '../../store/wallets/proofs.ts'
import { findWallet } from '../../store/wallets/store.ts'
import { holdUsedWallet } from '../../store/people/hold-used-wallet.ts'

/** One attempt, as it came in. */
export interface StepUpAttempt extends SignedAttempt {
  purpose: 'step-up'
  person: PeopleTable
  /** Hash of the token of the session that goes on. */
  previousTokenHash: string | null
}

/**
 * Carries out one attempt.
 * @throws MessageFault when the message is not one (ERC-4361); Refusal `rate.limited`, `session.required`; the database's errors
 */
export async function stepUp(world: AnswerWorld, attempt: StepUpAttempt): Promise<LetIn | Refused> {
  let changed: ChangedWallet | null = null
  const outcome = await answerChallenge(world, attempt, (transaction, answered) =>
    record(world, transaction, answered, attempt, (wallet) => (changed = wallet)),
  )
  if (changed !== null) await holdChanged(world, changed, attempt.now)
  return outcome
}

async function record(
  world: AnswerWorld,
  transaction: Transaction,
  answered: Answered,
  attempt: StepUpAttempt,
  noteChanged: (wallet: ChangedWallet) => void,
): Promise<LetIn | Refused> {
  const { random, settings } = world
  const { person, now } = attempt
  const { identity, proof } = answered
  const found = await findWallet(transaction, identity)
  const held = found?.person.id === person.id ? await holdUsedWallet(transaction, identity, now, person.id) : undefined
  const owned = held === 'moved' || held?.person.id !== person.id ? undefined : held
  if (found !== undefined && found.person.id !== person.id) {
    const until = await meetAnother(transaction, settings, { ...answered, wallet: found.wallet, now }, noteChanged)
    if (until !== null) return refuse(refusedHeld(until))
  }
  // The same answer for a wallet that is nobody's and for one that is another's (THREATS P8).
  if (owned === undefined) return refuse(refused('step_up.somebody_else', 'a wallet that is not theirs'))
  if (owned.person.status !== 'active') return refuse(await refuseSuspended(transaction, person.id))
  const met = await meetOwner(
    transaction,
    { random, limits: settings.limits },
    { ...answered, wallet: owned.wallet, browserHash: attempt.browserHash, now },
  )
  if (met.outcome === 'held') return refuse(refusedHeld(met.until), met.events)
  const proofId = createIdentifier(random)
  await send(
    transaction,
    insertProof(transaction, proof, { id: proofId, walletId: owned.wallet.id, applicationId: null, now }),
  )
  const way = { wallet: owned.wallet, proofId, answered }
  return letIn(
    transaction,
    { random, limits: settings.limits },
    {
      person,
      way,
      kind: 'step-up',
      elsewhere: answered.elsewhere,
      arrival: attempt,
      interaction: null,
      events: met.events,
    },
  )

  async function refuse(refusal: Refused, before: readonly NewEvent[] = []): Promise<Refused> {
    await appendEvents(transaction, random, now, [...before, attemptRefused(refusal.reason, attempt, identity.address)])
    return refusal
  }
}
