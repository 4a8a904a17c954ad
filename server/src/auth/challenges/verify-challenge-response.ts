// Chains are read before the transaction that spends the challenge, to keep the write lock short.
import { validateSignInMessage, anyValue } from '@countersign/message'
import type { SignInMessage, MessageErrorCode } from '@countersign/message'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { ChainFamily } from '../../chains/families/chain-family.ts'
import { parseSignInMessageOfAllowedFamily } from '../../chains/families/chain-family-registry.ts'
import { formatRfc3339Timestamp } from '../../platform/clock.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { ApiError } from '../../platform/api-error.ts'
import { recordWalletVerifiedBlock } from '../../store/wallets/update-wallet-rows.ts'
import { StaleContractOwnershipCheckError } from '../contract-ownership/put-wallet-on-hold-if-ownership-changed.ts'
import type { ServerSettings } from '../../platform/server-setting-definitions.ts'
import { getSignInMessageDomainAndUri } from './issue-authentication-challenge.ts'
import type { AuthenticationChallenge } from './challenge-nonce.ts'
import { verifyWalletSignature } from './verify-wallet-signature.ts'
import type { WalletVerificationContext, VerifiedWallet, WalletVerificationResult } from './verify-wallet-signature.ts'
import { isChallengeSpent } from './spent-challenge-store.ts'
import type {
  SignedMessageAuthenticationAttempt,
  RefusedAuthenticationAttempt,
  AuthenticationAttempt,
} from './authentication-attempt-refusals.ts'
import { refuseAuthenticationAttempt, createAuthenticationRefusedEvent } from './authentication-attempt-refusals.ts'
import type { ChallengeVerificationContext } from './check-and-consume-challenge.ts'
import {
  decodeChallenge,
  unusableChallengeRefusal,
  checkChallengeMatchesAttempt,
  consumeChallenge,
  getCrossDeviceChallengeId,
} from './check-and-consume-challenge.ts'

export interface ChallengeResponseContext extends WalletVerificationContext, ChallengeVerificationContext {
  settings: ServerSettings
  queries: DatabaseQueryBuilder
  random: RandomBytes
  rateLimiter: WalletVerificationContext['rateLimiter']
}

export interface VerifiedChallengeResponse extends VerifiedWallet {
  message: SignInMessage
  /** Set only if another device signed (cross-device/). */
  crossDeviceChallengeId: string | null
}

/**
 * @throws MessageError (ERC-4361); ApiError, of which `chain.unavailable` and `signature.pending`
 * leave the challenge unspent
 */
export async function verifyChallengeResponse<Result>(
  context: ChallengeResponseContext,
  attempt: SignedMessageAuthenticationAttempt,
  onConsumed: (
    transaction: DatabaseTransaction,
    answered: VerifiedChallengeResponse,
  ) => Promise<Result | RefusedAuthenticationAttempt>,
): Promise<Result | RefusedAuthenticationAttempt> {
  const { settings, random } = context
  const { namespace, message } = parseSignInMessageOfAllowedFamily(settings, attempt.message)
  const challenge = decodeChallenge(context, message.nonce, attempt.now)
  if (challenge === null) return unusableChallengeRefusal
  const mismatch =
    checkChallengeMatchesAttempt(context, challenge, attempt) ??
    checkIssuedMessage(settings, attempt, namespace, message, challenge)
  for (let attemptCount = 1; ; attemptCount++) {
    const proof = await verifyProof(context, attempt, namespace, message, challenge, mismatch !== null)
    if (attemptCount === 1)
      await chargeSignInRateLimits(context.rateLimiter, namespace.canonicalizeAddress(message.address), proof, attempt)
    const refusal = mismatch ?? checkProof(settings, attempt, challenge, proof)
    try {
      return await consumeChallenge(context, challenge, async (transaction) => {
        if (refusal === null && proof.outcome === 'verified')
          return onConsumed(transaction, {
            ...proof,
            message,
            crossDeviceChallengeId: getCrossDeviceChallengeId(challenge),
          })
        const refused = refusal ?? refuseAuthenticationAttempt('signature.refused', 'not proved')
        if (proof.outcome === 'refused' && proof.latestBlock !== undefined)
          await recordWalletVerifiedBlock(transaction, proof.latestBlock.walletId, proof.latestBlock.block)
        await appendAuditEvents(transaction, random, attempt.now, [
          createAuthenticationRefusedEvent(refused.reason, attempt, message.address),
        ])
        return refused
      })
    } catch (error) {
      // Nothing was committed, so the challenge is still unspent.
      if (!(error instanceof StaleContractOwnershipCheckError)) throw error
      if (attemptCount === maxContractVerifications)
        throw new ApiError('chain.unavailable', { privateDetail: 'too many concurrent proofs of the same wallet' })
    }
  }
}

/** Verifies again only if a concurrent request changed the wallet's newest proof. */
const maxContractVerifications = 5

/** Reads a chain only if the attempt matches an open challenge of the caller's browser. */
function verifyProof(
  context: ChallengeResponseContext,
  attempt: SignedMessageAuthenticationAttempt,
  namespace: ChainFamily,
  message: SignInMessage,
  challenge: AuthenticationChallenge,
  isWrong: boolean,
): Promise<WalletVerificationResult> {
  return verifyWalletSignature(context, {
    text: attempt.message,
    namespace,
    message,
    signature: attempt.signature,
    caller: attempt.caller,
    isRefusedAnyway: async () => isWrong || isChallengeSpent(context.queries, challenge),
    canBePending: challenge.walletKind === 'contract',
  })
}

/** Failed attempts are limited per network, so that no one can lock out another person's wallet. */
async function chargeSignInRateLimits(
  rateLimiter: ChallengeResponseContext['rateLimiter'],
  address: string,
  proof: WalletVerificationResult,
  { caller }: AuthenticationAttempt,
): Promise<void> {
  const key = proof.outcome === 'verified' ? address : `${address} from ${caller.networks[0]?.prefix ?? 'nowhere'}`
  await rateLimiter.consumeSharedBudget('signIns', caller, { budget: 'signInsOfWallet', key })
}

function checkIssuedMessage(
  settings: ServerSettings,
  attempt: AuthenticationAttempt,
  namespace: ChainFamily,
  message: SignInMessage,
  challenge: AuthenticationChallenge,
): RefusedAuthenticationAttempt | null {
  const fault = compareWithIssuedMessage(settings, namespace, message, challenge, attempt)
  return fault === null ? null : refuseAuthenticationAttempt('sign_in.message_mismatch', fault)
}

function checkProof(
  settings: ServerSettings,
  attempt: AuthenticationAttempt,
  { issuedAt }: AuthenticationChallenge,
  proof: WalletVerificationResult,
): RefusedAuthenticationAttempt | null {
  if (proof.outcome === 'refused')
    return {
      ...refuseAuthenticationAttempt(proof.code, proof.reason),
      ...(proof.chains !== undefined && { chains: proof.chains }),
    }
  // The longer lifetime is for contract owners, who approve one by one.
  const keyChallengeExpiresAt = issuedAt + settings.limits.challengeLifetimeSeconds * 1000
  return proof.identity.kind === 'key' && keyChallengeExpiresAt <= attempt.now
    ? refuseAuthenticationAttempt('challenge.invalid', 'expired for a key')
    : null
}

/** Only the address and the chain may differ. Domain and URI come from the current settings. */
function compareWithIssuedMessage(
  settings: ServerSettings,
  namespace: ChainFamily,
  message: SignInMessage,
  challenge: AuthenticationChallenge,
  { interaction, now }: AuthenticationAttempt,
): MessageErrorCode | null {
  const site = getSignInMessageDomainAndUri(settings.origin)
  const fault = validateSignInMessage(
    message,
    {
      scheme: undefined,
      domain: site.domain,
      address: anyValue,
      statement: anyValue,
      uri: site.uri,
      chainIds: namespace.getMessageChainIds(settings),
      nonce: anyValue,
      issuedAt: formatRfc3339Timestamp(challenge.issuedAt),
      expirationTime: formatRfc3339Timestamp(challenge.expiresAt),
      notBefore: undefined,
      requestId: interaction ?? undefined,
      resources: anyValue,
    },
    { now, toleranceMs: settings.limits.clockToleranceSeconds * 1000 },
    namespace.messageForm,
  )
  if (fault !== null) return fault.code
  const { statement = null, resources: [proofBinding = null, ...others] = [] } = message
  if (others.length > 0 || (message.resources !== undefined && proofBinding === null))
    return 'message.resources_mismatch'
  if (challenge.hasStatement({ statement, proofBinding })) return null
  return proofBinding === null ? 'message.statement_mismatch' : 'message.resources_mismatch'
}
