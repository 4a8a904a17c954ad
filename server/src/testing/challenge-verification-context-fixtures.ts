// What challenges are made and judged by, for tests that call what answers them without a server.
import type { ChallengeVerificationContext } from '../auth/challenges/check-and-consume-challenge.ts'
import { createChallengeNonceCodec } from '../auth/challenges/challenge-nonce.ts'
import { testServerKey } from './server-key-fixtures.ts'

/** Makes what a test server takes for its own, and lets it count whenever it was issued. */
export const challengeContextFixture: ChallengeVerificationContext = {
  nonces: createChallengeNonceCodec(testServerKey),
  rollbackGuard: { isInvalidated: () => false, recordSpent: () => {}, detectRollback: async () => false },
}
