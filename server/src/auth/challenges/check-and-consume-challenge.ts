import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { ChallengeDatabaseRollbackGuard } from './challenge-database-rollback-guard.ts'
import type { AuthenticationChallenge, ChallengePurpose, ChallengeNonceCodec } from './challenge-nonce.ts'
import { isPastSpentChallengeRetention, markChallengeSpent } from './spent-challenge-store.ts'
import type { RefusedAuthenticationAttempt, AuthenticationAttempt } from './authentication-attempt-refusals.ts'
import { refuseAuthenticationAttempt } from './authentication-attempt-refusals.ts'

export interface ChallengeVerificationContext {
  nonces: ChallengeNonceCodec
  rollbackGuard: ChallengeDatabaseRollbackGuard
}

/** One refusal for unknown, pruned and spent challenges, so that callers cannot tell them apart. */
export const unusableChallengeRefusal: RefusedAuthenticationAttempt = refuseAuthenticationAttempt(
  'challenge.invalid',
  'unknown or used',
)

export const getCrossDeviceChallengeId = ({ id, isCrossDevice }: AuthenticationChallenge): string | null =>
  isCrossDevice ? id : null

/** Null if the nonce is too old or not from this server. Stores nothing (THREATS M3, M18). */
export function decodeChallenge(
  { nonces }: Pick<ChallengeVerificationContext, 'nonces'>,
  nonce: string,
  now: number,
): AuthenticationChallenge | null {
  const challenge = nonces.decode(nonce)
  return challenge === null || isPastSpentChallengeRetention(challenge, now) ? null : challenge
}

/** If `onConsumed` throws, the challenge stays unspent. */
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

/** Null if the challenge matches. The order of the checks only decides which mismatch is logged. */
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
