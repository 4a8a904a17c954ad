// Links a wallet, by a signed message, to the person of a stepped-up session (THREATS P2).
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import { verifyChallengeResponse } from '../challenges/verify-challenge-response.ts'
import {
  createAuthenticationRefusedEvent,
  refuseAuthenticationAttempt,
  refuseWalletOnHold,
} from '../challenges/authentication-attempt-refusals.ts'
import { consumeSignedCrossDeviceAnswer } from '../cross-device/cross-device-request-store.ts'
import type { VerifiedChallengeResponse, ChallengeResponseContext } from '../challenges/verify-challenge-response.ts'
import type {
  RefusedAuthenticationAttempt,
  SignedMessageAuthenticationAttempt,
} from '../challenges/authentication-attempt-refusals.ts'
import { invalidateMembershipsOnWalletAdded } from '../../groups/membership/read-group-memberships.ts'
import type { DatabaseTransaction } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { WalletsTable } from '../../platform/database/database-schema.ts'
import { createRandomId } from '../../platform/create-random-id.ts'
import { lockPersonAndSessionRows } from '../../store/sessions/lock-session-rows.ts'
import type { AuthenticatedSessionIds } from '../../store/sessions/lock-session-rows.ts'
import {
  putOwnershipChangedWalletOnHold,
  checkOthersWalletOwnershipChange,
} from '../contract-ownership/put-wallet-on-hold-if-ownership-changed.ts'
import type { OwnershipChangedWallet } from '../contract-ownership/put-wallet-on-hold-if-ownership-changed.ts'
import { releaseWalletHold } from '../contract-ownership/release-wallet-hold.ts'
import {
  listWalletsWithSameAddress,
  isKeyOfOtherPerson,
  lockAddressOfNewWallet,
  refuseAddressInUse,
} from '../delegated-keys/wallets-with-same-address.ts'
import { isWalletOnHold } from '../../store/wallets/linked-wallet-sql-condition.ts'
import { insertWalletProof, createWalletProofAuditEvidence } from '../../store/wallets/wallet-proof-record-store.ts'
import {
  describeWalletIdentityForAudit,
  findLinkedWallet,
  insertLinkedWallet,
  listLinkedWalletsOfPerson,
} from '../../store/wallets/wallet-store.ts'
import type { WalletWithPerson } from '../../store/wallets/wallet-store.ts'

export interface WalletLinkAttempt extends SignedMessageAuthenticationAttempt {
  purpose: 'link'
  signedIn: AuthenticatedSessionIds
}

export interface LinkWalletResult {
  outcome: 'linked'
  wallet: WalletsTable
  proofId: string
  /** Set if the person's own wallet was on hold. */
  releasedHoldEvent: NewAuditEvent | null
}

export async function linkWallet(
  context: ChallengeResponseContext,
  attempt: WalletLinkAttempt,
): Promise<LinkWalletResult | RefusedAuthenticationAttempt> {
  let transferredWallet: OwnershipChangedWallet | null = null
  const outcome = await verifyChallengeResponse(context, attempt, async (transaction, answered) => {
    const result = await linkVerifiedWallet(
      context,
      transaction,
      answered,
      attempt,
      (wallet) => (transferredWallet = wallet),
    )
    if (answered.crossDeviceChallengeId !== null && result.outcome === 'linked')
      await consumeSignedCrossDeviceAnswer(transaction, { challengeId: answered.crossDeviceChallengeId, ...attempt })
    const event =
      result.outcome === 'refused'
        ? createAuthenticationRefusedEvent(result.reason, attempt, answered.identity.address)
        : (result.releasedHoldEvent ?? createWalletLinkedEvent(result, answered, attempt))
    await appendAuditEvents(transaction, context.random, attempt.now, [event])
    return result
  })
  if (transferredWallet !== null) await putOwnershipChangedWalletOnHold(context, transferredWallet, attempt.now)
  return outcome
}

async function linkVerifiedWallet(
  { random, settings }: ChallengeResponseContext,
  transaction: DatabaseTransaction,
  { identity, isDelegate, proof, ownership }: VerifiedChallengeResponse,
  attempt: WalletLinkAttempt,
  onTransferred: (wallet: OwnershipChangedWallet) => void,
): Promise<LinkWalletResult | RefusedAuthenticationAttempt> {
  const { signedIn, now } = attempt
  const personId = signedIn.person.id
  await lockAddressOfNewWallet(transaction, { identity, isDelegate })
  // Serializes changes of this person's wallets, so that the count below is current.
  await lockPersonAndSessionRows(transaction, signedIn)
  const owned = await findLinkedWallet(transaction, identity)
  if (owned !== undefined && isWalletOnHold(owned.wallet) && owned.person.id === personId) {
    if (await isKeyOfOtherPerson(transaction, owned.wallet)) return refuseAddressInUse()
    const { proofId, event } = await releaseWalletHold(transaction, random, { wallet: owned.wallet, proof, now })
    return { outcome: 'linked', wallet: { ...owned.wallet, on_hold_since: null }, proofId, releasedHoldEvent: event }
  }
  if (owned !== undefined && owned.person.id !== personId) {
    const until = await checkOthersWalletOwnershipChange(
      transaction,
      settings,
      { wallet: owned.wallet, ownership, now },
      onTransferred,
    )
    if (until !== null) return refuseWalletOnHold(until)
  }
  const refusal = refuseTakenWallet(owned, personId)
  if (refusal !== undefined) return refusal
  const sameAddress = await listWalletsWithSameAddress(transaction, { identity, isDelegate })
  if (sameAddress.some(({ person_id }) => person_id !== personId)) return refuseAddressInUse()
  const before = await listLinkedWalletsOfPerson(transaction, personId)
  if (before.length >= settings.limits.walletsPerPerson)
    return refuseAuthenticationAttempt('wallet.too_many', 'no room')
  const primary = before.every((wallet) => wallet.is_primary === 0)
  const wallet = await insertLinkedWallet(transaction, identity, { id: createRandomId(random), personId, primary, now })
  // The unique index let a concurrent request win (THREATS P1).
  if (wallet === undefined)
    return (
      refuseTakenWallet(await findLinkedWallet(transaction, identity), personId) ??
      refuseAuthenticationAttempt('wallet.linked_to_other', 'taken')
    )
  await invalidateMembershipsOnWalletAdded(transaction, personId)
  const proofId = createRandomId(random)
  await insertWalletProof(transaction, proof, { id: proofId, walletId: wallet.id, applicationId: null, now })
  return { outcome: 'linked', wallet, proofId, releasedHoldEvent: null }
}

/** Does not disclose whose wallet it is (THREATS P1, P8). */
function refuseTakenWallet(
  owned: WalletWithPerson | undefined,
  personId: string,
): RefusedAuthenticationAttempt | undefined {
  if (owned === undefined) return undefined
  return owned.person.id === personId
    ? refuseAuthenticationAttempt('wallet.already_linked', 'linked already')
    : refuseAuthenticationAttempt('wallet.linked_to_other', 'taken')
}

const createWalletLinkedEvent = (
  { wallet, proofId }: LinkWalletResult,
  { identity, proof }: VerifiedChallengeResponse,
  { signedIn, networkPrefix, userAgent }: WalletLinkAttempt,
) => ({
  type: 'wallet.linked' as const,
  outcome: 'success' as const,
  details: describeWalletIdentityForAudit(identity),
  evidence: {
    personId: wallet.person_id,
    proofId,
    content: {
      walletId: wallet.id,
      address: identity.address,
      sessionId: signedIn.session.id,
      ...createWalletProofAuditEvidence(proof),
      networkPrefix,
      userAgent,
    },
  },
})
