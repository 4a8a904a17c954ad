// A person with a passkey, for tests of passkey sign-in.
import { VirtualPasskey } from '@countersign/testing/virtual-passkey'
import type { DatabaseKind } from '../platform/database/open-sqlite-or-postgres-database.ts'
import { createTestServer } from './countersign-test-server.ts'
import type { TestServer } from './countersign-test-server.ts'
import { addTestPasskey, relaxedChallengeRateLimits } from './passkey-test-steps.ts'

/** The browser is not signed in. */
export async function createTestServerWithPasskey(
  kind: DatabaseKind,
  options: Parameters<typeof addTestPasskey>[1] = {},
): Promise<{ app: TestServer; passkey: VirtualPasskey; id: string }> {
  const app = await createTestServer({ database: kind, environment: relaxedChallengeRateLimits })
  const browser = app.openBrowser()
  await browser.signIn()
  await browser.stepUp()
  return { app, ...(await addTestPasskey(browser, options)) }
}
