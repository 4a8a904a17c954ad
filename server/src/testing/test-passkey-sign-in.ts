// A person with a passkey, for the tests of signing in with one.
import { VirtualPasskey } from '@countersign/testing/virtual-passkey'
import type { DatabaseKind } from '../platform/database/open-database.ts'
import { readAuditLogFromDatabase } from './read-database-state.ts'
import { createTestServer } from './test-app.ts'
import type { TestServer } from './test-app.ts'
import { addPasskey, relaxedChallengeRateLimits } from './test-passkeys.ts'

/** Alice with a passkey, in a browser in which she is not signed in. */
export async function createTestServerWithPasskey(
  kind: DatabaseKind,
  options: Parameters<typeof addPasskey>[1] = {},
): Promise<{ app: TestServer; passkey: VirtualPasskey; id: string }> {
  const app = await createTestServer({ database: kind, environment: relaxedChallengeRateLimits })
  const browser = app.openBrowser()
  await browser.signIn()
  await browser.stepUp()
  return { app, ...(await addPasskey(browser, options)) }
}

export const listAuditEntries = async ({ database }: TestServer, type: string): Promise<string[]> =>
  (await readAuditLogFromDatabase(database.queries)).filter((line) => line.startsWith(type))
