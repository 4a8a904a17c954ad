import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import { verifyChallengeResponse } from '../challenges/verify-challenge-response.ts'
import {
  createAuthenticationRefusedEvent,
  refuseWalletOnHold,
  refuseSuspendedPerson,
} from '../challenges/authentication-attempt-refusals.ts'
import type { VerifiedChallengeResponse, ChallengeResponseContext } from '../challenges/verify-challenge-response.ts'
import type {
  RefusedAuthenticationAttempt,
  SignedMessageAuthenticationAttempt,
} from '../challenges/authentication-attempt-refusals.ts'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { pipelineSqlStatement } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import { createRandomId } from '../../platform/create-random-id.ts'
import { putWalletOnHoldIfOwnershipChanged } from '../contract-ownership/put-wallet-on-hold-if-ownership-changed.ts'
import { recordWalletUse } from '../../store/people/lock-wallet-owner.ts'
import { insertWalletProof } from '../../store/wallets/wallet-proof-record-store.ts'
import { createPerson, findLinkedPerson, WalletMovedError } from './find-or-create-person.ts'
import { findPendingInteraction, completeSignIn, unusableInteractionRefusal } from './complete-sign-in.ts'
import type { CompletedSignIn } from './complete-sign-in.ts'

export interface WalletSignInAttempt extends SignedMessageAuthenticationAttempt {
  purpose: 'sign-in'
  previousTokenHash: string | null
  /** A catalog ID that the browser named. */
  walletApp?: string | undefined
}

export type SignInOutcome = CompletedSignIn | RefusedAuthenticationAttempt

export async function processWalletSignInAttempt(
  context: ChallengeResponseContext,
  attempt: WalletSignInAttempt,
): Promise<SignInOutcome> {
  for (let attemptCount = 1; ; attemptCount++) {
    try {
      return await verifyChallengeResponse(context, attempt, (transaction, answered) =>
        recordWalletSignIn(context, transaction, answered, attempt),
      )
    } catch (error) {
      // Nothing was committed, so the challenge is still unspent.
      if (!(error instanceof WalletMovedError) || attemptCount === maxSignInAttempts) throw error
    }
  }
}

const maxSignInAttempts = 5

async function recordWalletSignIn(
  context: ChallengeResponseContext,
  transaction: DatabaseTransaction,
  verifiedResponse: VerifiedChallengeResponse,
  attempt: WalletSignInAttempt,
): Promise<SignInOutcome> {
  const { random, settings } = context
  const { limits } = settings
  const { now } = attempt
  const { identity, proof } = verifiedResponse
  const [linked, interaction] = await Promise.all([
    findLinkedPerson(transaction, identity),
    findPendingInteraction(transaction, attempt),
  ])
  // A refused attempt creates no one.
  const owner =
    linked ?? (interaction === undefined ? null : await createPerson(transaction, random, verifiedResponse, now))
  const applicationId = interaction?.params.client_id ?? null
  const personId = owner !== null && 'person' in owner ? owner.person.id : null
  const refuse = async (
    refusal: RefusedAuthenticationAttempt,
    priorEvents: readonly NewAuditEvent[] = [],
  ): Promise<RefusedAuthenticationAttempt> => {
    await appendAuditEvents(transaction, random, now, [
      ...priorEvents,
      createAuthenticationRefusedEvent(refusal.reason, { ...attempt, personId, applicationId }, identity.address),
    ])
    return refusal
  }
  if (owner !== null && 'outcome' in owner) return refuse(owner)
  if (owner !== null && owner.person.status !== 'active')
    return refuse(await refuseSuspendedPerson(transaction, owner.person.id))
  if (owner === null || interaction === undefined) return refuse(unusableInteractionRefusal)

  const ownershipCheck = await putWalletOnHoldIfOwnershipChanged(
    transaction,
    { random, limits },
    { ...verifiedResponse, wallet: owner.wallet, browserHash: attempt.browserHash, now },
  )
  if (ownershipCheck.outcome === 'on-hold')
    return refuse(refuseWalletOnHold(ownershipCheck.until), ownershipCheck.events)
  if (!owner.isNew) await recordWalletUse(transaction, owner, now)
  const proofId = createRandomId(random)
  await pipelineSqlStatement(
    transaction,
    insertWalletProof(transaction, proof, { id: proofId, walletId: owner.wallet.id, applicationId, now }),
  )
  return completeSignIn(
    transaction,
    { random, limits },
    {
      person: owner.person,
      signInMethod: { wallet: owner.wallet, proofId, verifiedResponse },
      kind: 'sign-in',
      crossDeviceChallengeId: verifiedResponse.crossDeviceChallengeId,
      requestInfo: attempt,
      interaction,
      events: [...owner.events, ...ownershipCheck.events],
    },
  )
}
