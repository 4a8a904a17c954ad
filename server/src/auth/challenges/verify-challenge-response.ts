// Challenge-response authentication, what a wallet answers to a challenge, step by step: parse, read the nonce, compare with what was
// issued, prove, spend the challenge. What follows from it (a sign-in, a step-up, a link) is told by who calls, in the transaction that
// spends, so that an attempt either happened as a whole or not at all. All else is done before it begins, so that the write lock stays
// short: it depends on the message alone, and for a contract wallet on its chain. Where that cannot be read nothing has happened, and
// nothing is spent. What names no challenge of ours costs no transaction either.
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

/** What a wallet has proved, and by which message. */
export interface VerifiedChallengeResponse extends VerifiedWallet {
  message: SignInMessage
  /** The id of its challenge, where another device has signed it (cross-device/). */
  crossDeviceChallengeId: string | null
}

/**
 * Judges one signed message.
 * @param onConsumed what follows where it proves a wallet
 * @throws MessageError when the message is not one (ERC-4361); Refusal `rate.limited`, and where a contract wallet could not be asked or its
 * owners have not all approved, `chain.unavailable` and `signature.pending`: neither has spent anything; the database's errors
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
        const { reason, code } = refusal ?? refuseAuthenticationAttempt('signature.refused', 'not proved')
        if (proof.outcome === 'refused' && proof.latestBlock !== undefined)
          await recordWalletVerifiedBlock(transaction, proof.latestBlock.walletId, proof.latestBlock.block)
        await appendAuditEvents(transaction, random, attempt.now, [
          createAuthenticationRefusedEvent(reason, attempt, message.address),
        ])
        return refuseAuthenticationAttempt(code, reason)
      })
    } catch (error) {
      // Nothing has happened then, and the challenge is unspent.
      if (!(error instanceof StaleContractOwnershipCheckError)) throw error
      if (attemptCount === maxContractVerifications)
        throw new ApiError('chain.unavailable', { privateDetail: 'the wallet proves itself too often at once' })
    }
  }
}

/** So often is a contract asked in one attempt whose wallet proves itself otherwise each time in between. */
const maxContractVerifications = 5

/** The proof, for which a chain is read only where the rest of the attempt is in order: whoever holds no open challenge of their own
 * browser makes this server ask nobody. */
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

/**
 * Counts the attempt where all are, and for its wallet. One that proves nothing counts only within its own network: otherwise a stranger
 * could lock a wallet out by failing in its name.
 */
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
  if (proof.outcome === 'refused') return refuseAuthenticationAttempt(proof.code, proof.reason)
  // A longer life is for owners who approve one after the other; a key signs at once.
  const keyChallengeExpiresAt = issuedAt + settings.limits.challengeLifetimeSeconds * 1000
  return proof.identity.kind === 'key' && keyChallengeExpiresAt <= attempt.now
    ? refuseAuthenticationAttempt('challenge.invalid', 'expired for a key')
    : null
}

/**
 * Every field that was issued must come back unchanged; only the address and the chain are the wallet's to fill in. The site
 * is that of the settings of now, whatever they were when the message was issued.
 */
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
      // Below: what it said is known by its tag alone.
      statement: anyValue,
      uri: site.uri,
      chainIds: namespace.getMessageChainIds(settings),
      nonce: anyValue,
      issuedAt: formatRfc3339Timestamp(challenge.issuedAt),
      expirationTime: formatRfc3339Timestamp(challenge.expiresAt),
      notBefore: undefined,
      requestId: interaction ?? undefined,
      resources: undefined,
    },
    { now, toleranceMs: settings.limits.clockToleranceSeconds * 1000 },
    namespace.messageForm,
  )
  if (fault !== null) return fault.code
  return challenge.hasStatement(message.statement ?? null) ? null : 'message.statement_mismatch'
}
