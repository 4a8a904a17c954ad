// What challenges are made and judged by, for tests that call what answers them without a server.
import type { ChallengeWorld } from '../auth/challenges/answer.ts'
import { createNonces } from '../auth/challenges/nonce.ts'
import { testServerKey } from './test-server-key.ts'

/** Makes what a test server takes for its own, and lets it count whenever it was issued. */
export const testChallenges: ChallengeWorld = {
  nonces: createNonces(testServerKey),
  floor: { isAbove: () => false, remember: () => {}, check: async () => false },
}
