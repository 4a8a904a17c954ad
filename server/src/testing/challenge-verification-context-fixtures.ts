// Context for tests that verify challenges without a server.
import type { ChallengeVerificationContext } from '../auth/challenges/check-and-consume-challenge.ts'
import { createChallengeNonceCodec } from '../auth/challenges/challenge-nonce.ts'
import { testServerKey } from './server-key-fixtures.ts'

/** Uses the key of test servers, and accepts challenges of any age. */
export const challengeContextFixture: ChallengeVerificationContext = {
  nonces: createChallengeNonceCodec(testServerKey),
  rollbackGuard: { isInvalidated: () => false, recordSpent: () => {}, detectRollback: async () => false },
}
