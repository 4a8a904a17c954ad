// A person with a passkey, for the tests of signing in with one.
import { VirtualPasskey } from '@countersign/testing/virtual-passkey'
import type { DatabaseKind } from '../platform/database/open-database.ts'
import { readAuditLog } from './read-database-state.ts'
import { createTestApp } from './test-app.ts'
import type { TestApp } from './test-app.ts'
import { addPasskey, relaxedChallengeLimits } from './test-passkeys.ts'

/** Alice with a passkey, in a browser in which she is not signed in. */
export async function createAppWithPasskey(
  kind: DatabaseKind,
  options: Parameters<typeof addPasskey>[1] = {},
): Promise<{ app: TestApp; passkey: VirtualPasskey; id: string }> {
  const app = await createTestApp({ database: kind, environment: relaxedChallengeLimits })
  const browser = app.openBrowser()
  await browser.signIn()
  await browser.stepUp()
  return { app, ...(await addPasskey(browser, options)) }
}

export const listAuditEntries = async ({ database }: TestApp, type: string): Promise<string[]> =>
  (await readAuditLog(database.queries)).filter((line) => line.startsWith(type))
