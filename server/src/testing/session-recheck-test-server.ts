// A server with a contract wallet whose sessions are rechecked.
import type { DatabaseKind } from '../platform/database/open-sqlite-or-postgres-database.ts'
import { createFakeChains } from './fake-chains.ts'
import type { FakeChain } from './fake-chains.ts'
import { createTestServer } from './countersign-test-server.ts'
import type { TestServer } from './countersign-test-server.ts'
import { readAllSessionsForTests, relaxedSignInRateLimits } from './session-recheck-fixtures.ts'

export async function createSessionRecheckTestServer(kind: DatabaseKind, ...chains: FakeChain[]): Promise<TestServer> {
  return createTestServer({ database: kind, chains: createFakeChains(...chains), environment: relaxedSignInRateLimits })
}

/** Rechecks every ten seconds, although a real server does so every two seconds. */
export async function advanceClockWithSessionRechecks(app: TestServer, milliseconds: number): Promise<void> {
  for (const end = app.clock.now + milliseconds; app.clock.now < end;) {
    app.clock.now = Math.min(end, app.clock.now + 10_000)
    await app.recheckSessions()
  }
}

export const listStoredSessionEndReasons = async (app: TestServer) =>
  (await readAllSessionsForTests(app)).map(({ end_reason }) => end_reason)
