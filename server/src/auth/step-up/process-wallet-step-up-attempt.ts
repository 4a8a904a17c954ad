import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import { verifyChallengeResponse } from '../challenges/verify-challenge-response.ts'
import {
  createAuthenticationRefusedEvent,
  refuseAuthenticationAttempt,
  refuseWalletOnHold,
  refuseSuspendedPerson,
} from '../challenges/authentication-attempt-refusals.ts'
import type { VerifiedChallengeResponse, ChallengeResponseContext } from '../challenges/verify-challenge-response.ts'
import type {
  RefusedAuthenticationAttempt,
  SignedMessageAuthenticationAttempt,
} from '../challenges/authentication-attempt-refusals.ts'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { PeopleTable } from '../../platform/database/database-schema.ts'
import { pipelineSqlStatement } from '../../platform/database/prepare-and-pipeline-sql-queries.ts'
import { createRandomId } from '../../platform/create-random-id.ts'
import { completeSignIn } from '../sign-in/complete-sign-in.ts'
import type { CompletedSignIn } from '../sign-in/complete-sign-in.ts'
import {
  putOwnershipChangedWalletOnHold,
  checkOthersWalletOwnershipChange,
  putWalletOnHoldIfOwnershipChanged,
} from '../contract-ownership/put-wallet-on-hold-if-ownership-changed.ts'
import type { OwnershipChangedWallet } from '../contract-ownership/put-wallet-on-hold-if-ownership-changed.ts'
import { insertWalletProof } from '../../store/wallets/wallet-proof-record-store.ts'
import { findLinkedWallet } from '../../store/wallets/wallet-store.ts'
import { lockWalletOwner, recordWalletUse } from '../../store/people/lock-wallet-owner.ts'

export interface WalletStepUpAttempt extends SignedMessageAuthenticationAttempt {
  purpose: 'step-up'
  person: PeopleTable
  previousTokenHash: string | null
}

export async function processWalletStepUpAttempt(
  context: ChallengeResponseContext,
  attempt: WalletStepUpAttempt,
): Promise<CompletedSignIn | RefusedAuthenticationAttempt> {
  let transferredWallet: OwnershipChangedWallet | null = null
  const outcome = await verifyChallengeResponse(context, attempt, (transaction, answered) =>
    recordWalletStepUp(context, transaction, answered, attempt, (wallet) => (transferredWallet = wallet)),
  )
  if (transferredWallet !== null) await putOwnershipChangedWalletOnHold(context, transferredWallet, attempt.now)
  return outcome
}

async function recordWalletStepUp(
  context: ChallengeResponseContext,
  transaction: DatabaseTransaction,
  verifiedResponse: VerifiedChallengeResponse,
  attempt: WalletStepUpAttempt,
  onTransferred: (wallet: OwnershipChangedWallet) => void,
): Promise<CompletedSignIn | RefusedAuthenticationAttempt> {
  const { random, settings } = context
  const { person, now } = attempt
  const { identity, proof } = verifiedResponse
  const found = await findLinkedWallet(transaction, identity)
  const lockedWallet = found?.person.id === person.id ? await lockWalletOwner(transaction, identity) : undefined
  const owned = lockedWallet === 'moved' || lockedWallet?.person.id !== person.id ? undefined : lockedWallet
  if (found !== undefined && found.person.id !== person.id) {
    const until = await checkOthersWalletOwnershipChange(
      transaction,
      settings,
      { ...verifiedResponse, wallet: found.wallet, now },
      onTransferred,
    )
    if (until !== null) return refuse(refuseWalletOnHold(until))
  }
  // The refusal is the same for an unlinked wallet and for another person's (THREATS P8).
  if (owned === undefined)
    return refuse(refuseAuthenticationAttempt('step_up.different_person', 'a wallet that is not theirs'))
  if (owned.person.status !== 'active') return refuse(await refuseSuspendedPerson(transaction, person.id))
  const ownershipCheck = await putWalletOnHoldIfOwnershipChanged(
    transaction,
    { random, limits: settings.limits },
    { ...verifiedResponse, wallet: owned.wallet, browserHash: attempt.browserHash, now },
  )
  if (ownershipCheck.outcome === 'on-hold')
    return refuse(refuseWalletOnHold(ownershipCheck.until), ownershipCheck.events)
  await recordWalletUse(transaction, owned, now)
  const proofId = createRandomId(random)
  await pipelineSqlStatement(
    transaction,
    insertWalletProof(transaction, proof, { id: proofId, walletId: owned.wallet.id, applicationId: null, now }),
  )
  const signInMethod = { wallet: owned.wallet, proofId, verifiedResponse }
  return completeSignIn(
    transaction,
    { random, limits: settings.limits },
    {
      person,
      signInMethod,
      kind: 'step-up',
      crossDeviceChallengeId: verifiedResponse.crossDeviceChallengeId,
      requestInfo: attempt,
      interaction: null,
      events: ownershipCheck.events,
    },
  )

  async function refuse(
    refusal: RefusedAuthenticationAttempt,
    priorEvents: readonly NewAuditEvent[] = [],
  ): Promise<RefusedAuthenticationAttempt> {
    await appendAuditEvents(transaction, random, now, [
      ...priorEvents,
      createAuthenticationRefusedEvent(refusal.reason, attempt, identity.address),
    ])
    return refusal
  }
}
