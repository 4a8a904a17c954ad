// Checks the challenge that an attempt answers: whether it is one of ours, was issued for this attempt, and is unspent.
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { ChallengeDatabaseRollbackGuard } from './challenge-database-rollback-guard.ts'
import type { AuthenticationChallenge, ChallengePurpose, ChallengeNonceCodec } from './challenge-nonce.ts'
import { isPastSpentChallengeRetention, markChallengeSpent } from './spent-challenge-store.ts'
import type { RefusedAuthenticationAttempt, AuthenticationAttempt } from './authentication-attempt-refusals.ts'
import { refuseAuthenticationAttempt } from './authentication-attempt-refusals.ts'

/** What every answer to a challenge is judged by. */
export interface ChallengeVerificationContext {
  nonces: ChallengeNonceCodec
  rollbackGuard: ChallengeDatabaseRollbackGuard
}

/** A challenge that was never issued here, that nobody remembers, or that is spent: which of these, nobody learns. */
export const unusableChallengeRefusal: RefusedAuthenticationAttempt = refuseAuthenticationAttempt(
  'challenge.invalid',
  'unknown or used',
)

/** By what another device's answer is known where it is handed in; null for one that was signed where it is. */
export const getCrossDeviceChallengeId = ({ id, isCrossDevice }: AuthenticationChallenge): string | null =>
  isCrossDevice ? id : null

/** The challenge that a nonce is; null where it is none of ours, and nothing is to be written for it (THREATS M3, M18). */
export function decodeChallenge(
  { nonces }: Pick<ChallengeVerificationContext, 'nonces'>,
  nonce: string,
  now: number,
): AuthenticationChallenge | null {
  const challenge = nonces.decode(nonce)
  return challenge === null || isPastSpentChallengeRetention(challenge, now) ? null : challenge
}

/**
 * Spends a challenge in one transaction with all that follows from its first attempt; whoever comes later finds it spent, and changes nothing.
 * @param onConsumed what follows from it; where it throws, the challenge is unspent
 */
export async function consumeChallenge<Result>(
  { queries, rollbackGuard }: { queries: DatabaseQueryBuilder; rollbackGuard: ChallengeDatabaseRollbackGuard },
  challenge: AuthenticationChallenge,
  onConsumed: (transaction: DatabaseTransaction) => Promise<Result | RefusedAuthenticationAttempt>,
): Promise<Result | RefusedAuthenticationAttempt> {
  const result = await queries
    .transaction()
    .execute(async (transaction) =>
      (await markChallengeSpent(transaction, challenge)) ? onConsumed(transaction) : null,
    )
  if (result === null) return unusableChallengeRefusal
  rollbackGuard.recordSpent(challenge)
  return result
}

/** Whether a challenge was for this attempt; null where it was. The order only decides what the log names. */
export function checkChallengeMatchesAttempt(
  { rollbackGuard }: Pick<ChallengeVerificationContext, 'rollbackGuard'>,
  challenge: AuthenticationChallenge,
  attempt: AuthenticationAttempt & { purpose: ChallengePurpose },
): RefusedAuthenticationAttempt | null {
  if (attempt.browserHash === null) return refuseAuthenticationAttempt('browser.no_cookie', 'no cookie')
  if (!challenge.isBoundToBrowser(attempt.browserHash))
    return refuseAuthenticationAttempt('challenge.invalid', 'another browser')
  if (challenge.purpose !== attempt.purpose) return refuseAuthenticationAttempt('challenge.invalid', 'another purpose')
  if (!challenge.isBoundToRequester(attempt))
    return refuseAuthenticationAttempt(
      'challenge.invalid',
      attempt.personId === null ? 'another interaction' : 'another person',
    )
  if (rollbackGuard.isInvalidated(challenge.issuedAt))
    return refuseAuthenticationAttempt('challenge.invalid', 'issued before a restore')
  if (challenge.expiresAt <= attempt.now) return refuseAuthenticationAttempt('challenge.invalid', 'expired')
  return null
}
