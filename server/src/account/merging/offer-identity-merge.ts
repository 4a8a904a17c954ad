// After a step-up of the caller, a wallet of the other identity signs the merge offer.
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import { verifyChallengeResponse } from '../../auth/challenges/verify-challenge-response.ts'
import {
  createAuthenticationRefusedEvent,
  refuseAuthenticationAttempt,
  refuseWalletOnHold,
} from '../../auth/challenges/authentication-attempt-refusals.ts'
import { consumeSignedCrossDeviceAnswer } from '../../auth/cross-device/cross-device-request-store.ts'
import type {
  VerifiedChallengeResponse,
  ChallengeResponseContext,
} from '../../auth/challenges/verify-challenge-response.ts'
import type {
  RefusedAuthenticationAttempt,
  SignedMessageAuthenticationAttempt,
} from '../../auth/challenges/authentication-attempt-refusals.ts'
import {
  putOwnershipChangedWalletOnHold,
  checkOthersWalletOwnershipChange,
} from '../../auth/contract-ownership/put-wallet-on-hold-if-ownership-changed.ts'
import type { OwnershipChangedWallet } from '../../auth/contract-ownership/put-wallet-on-hold-if-ownership-changed.ts'
import { hasUndoableIdentityMerge } from '../../store/people/sign-in-method-removal-guard.ts'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { IdentityMergesTable } from '../../platform/database/database-schema.ts'
import { createRandomId } from '../../platform/create-random-id.ts'
import { lockPersonAndSessionRows } from '../../store/sessions/lock-session-rows.ts'
import type { AuthenticatedSessionIds } from '../../store/sessions/lock-session-rows.ts'
import { findLinkedWallet } from '../../store/wallets/wallet-store.ts'
import { findIdentityMergeObstacle } from './find-identity-merge-obstacle.ts'
import {
  findCurrentIdentityMergeOffer,
  insertIdentityMergeOffer,
  listIdentityMergeSignatures,
  parseSignedIdentityMergeAgreement,
  storeSignedIdentityMergeAgreement,
} from '../../store/people/identity-merge-offer-store.ts'
import type { SignedIdentityMergeAgreement } from '../../store/people/identity-merge-offer-store.ts'

export interface IdentityMergeOfferAttempt extends SignedMessageAuthenticationAttempt {
  purpose: 'merge'
  signedIn: AuthenticatedSessionIds
}

export interface OfferedIdentityMerge {
  outcome: 'offered'
  offer: IdentityMergesTable
}

export async function offerIdentityMerge(
  context: ChallengeResponseContext,
  attempt: IdentityMergeOfferAttempt,
): Promise<OfferedIdentityMerge | RefusedAuthenticationAttempt> {
  let transferredWallet: OwnershipChangedWallet | null = null
  const outcome = await verifyChallengeResponse(context, attempt, async (transaction, answered) => {
    const result = await createOffer(context, transaction, answered, attempt, (wallet) => (transferredWallet = wallet))
    if (answered.crossDeviceChallengeId !== null && result.outcome === 'offered')
      await consumeSignedCrossDeviceAnswer(transaction, { challengeId: answered.crossDeviceChallengeId, ...attempt })
    if (result.outcome === 'refused')
      await appendAuditEvents(transaction, context.random, attempt.now, [
        createAuthenticationRefusedEvent(result.reason, attempt, answered.identity.address),
      ])
    return result
  })
  // This needs a separate transaction, because it locks two people in a different order.
  if (transferredWallet !== null) await putOwnershipChangedWalletOnHold(context, transferredWallet, attempt.now)
  return outcome
}

async function createOffer(
  { random, settings }: ChallengeResponseContext,
  transaction: DatabaseTransaction,
  { identity, proof, ownership, crossDeviceChallengeId }: VerifiedChallengeResponse,
  attempt: IdentityMergeOfferAttempt,
  onTransferred: (wallet: OwnershipChangedWallet) => void,
): Promise<OfferedIdentityMerge | RefusedAuthenticationAttempt> {
  const { signedIn, now } = attempt
  const personId = signedIn.person.id
  await lockPersonAndSessionRows(transaction, signedIn)
  if (await hasUndoableIdentityMerge(transaction, personId, now))
    return refuseAuthenticationAttempt('merge.already_open', 'a merge can still be undone')
  const other = await findLinkedWallet(transaction, identity)
  const until =
    other &&
    (await checkOthersWalletOwnershipChange(
      transaction,
      settings,
      { wallet: other.wallet, ownership, now },
      onTransferred,
    ))
  if (until != null) return refuseWalletOnHold(until)
  const obstacle = await findIdentityMergeObstacle(transaction, settings.limits, {
    personId,
    other: other?.person,
    now,
  })
  if (obstacle !== null || other === undefined)
    return refuseAuthenticationAttempt('merge.not_possible', obstacle ?? 'nobody behind this wallet')
  const before = await findCurrentIdentityMergeOffer(transaction, personId, now)
  const isSame = before?.merged_person_id === other.person.id
  if (before !== undefined && before.pending_since !== null && !isSame)
    return refuseAuthenticationAttempt('merge.pending', 'another merge is pending')
  const signed = {
    ...proof,
    walletId: other.wallet.id,
    browserHash: crossDeviceChallengeId === null ? attempt.browserHash : null,
  }
  const agreement: SignedIdentityMergeAgreement = {
    ...signed,
    also: isSame ? listOtherSignatures(before, signed.walletId) : [],
    acceptedBy: null,
  }
  if (isSame && before.pending_since !== null) return addMergeAgreement(transaction, before, agreement)
  const inserted = await insertIdentityMergeOffer(transaction, {
    id: createRandomId(random),
    personId,
    otherId: other.person.id,
    agreement,
    now,
    expiresAt: now + settings.limits.mergeOfferLifetimeSeconds * 1000,
  })
  return { outcome: 'offered', offer: inserted }
}

const listOtherSignatures = (before: IdentityMergesTable, walletId: string): SignedIdentityMergeAgreement['also'] =>
  listIdentityMergeSignatures(before).filter((signed) => signed.walletId !== walletId)

async function addMergeAgreement(
  transaction: DatabaseTransaction,
  pending: IdentityMergesTable,
  agreement: SignedIdentityMergeAgreement,
): Promise<OfferedIdentityMerge | RefusedAuthenticationAttempt> {
  const { acceptedBy } = parseSignedIdentityMergeAgreement(pending)
  const createOffer = await storeSignedIdentityMergeAgreement(transaction, pending.id, { ...agreement, acceptedBy })
  return createOffer === undefined
    ? refuseAuthenticationAttempt('merge.invalid', 'refused concurrently')
    : { outcome: 'offered', offer: createOffer }
}
