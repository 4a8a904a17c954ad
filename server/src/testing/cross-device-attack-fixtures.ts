// A victim and an attacker, for tests of cross-device codes.
import type { DatabaseKind } from '../platform/database/open-sqlite-or-postgres-database.ts'
import { createTestServer } from './countersign-test-server.ts'
import type { TestServer, TestBrowser } from './countersign-test-server.ts'
import { relaxedChallengeRateLimits } from './passkey-test-steps.ts'

export async function createCrossDeviceAttackFixture(
  kind: DatabaseKind = 'sqlite',
): Promise<{ app: TestServer; theirs: TestBrowser; phone: TestBrowser }> {
  const app = await createTestServer({ database: kind, environment: relaxedChallengeRateLimits })
  return {
    app,
    theirs: app.openBrowser({ userAgent: 'Attacker', address: '198.51.100.66' }),
    phone: app.openBrowser({ userAgent: 'Phone', address: '203.0.113.9' }),
  }
}
