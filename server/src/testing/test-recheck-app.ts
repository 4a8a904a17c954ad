// A server with a contract wallet whose sessions are rechecked.
import type { DatabaseKind } from '../platform/database/open-database.ts'
import { createFakeChains } from './fake-chains.ts'
import type { FakeChain } from './fake-chains.ts'
import { createTestApp } from './test-app.ts'
import type { TestApp } from './test-app.ts'
import { readAllSessions, relaxedSignInLimits } from './test-session-rechecks.ts'

export async function createRecheckTestApp(kind: DatabaseKind, ...chains: FakeChain[]): Promise<TestApp> {
  return createTestApp({ database: kind, chains: createFakeChains(...chains), environment: relaxedSignInLimits })
}

/** Lets time pass as the server does: it looks for what is due every two seconds, here every ten. */
export async function passTime(app: TestApp, milliseconds: number): Promise<void> {
  for (const end = app.clock.now + milliseconds; app.clock.now < end;) {
    app.clock.now = Math.min(end, app.clock.now + 10_000)
    await app.recheckSessions()
  }
}

export const listEndReasons = async (app: TestApp) => (await readAllSessions(app)).map(({ end_reason }) => end_reason)
